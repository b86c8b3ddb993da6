import type { LineRange } from '../../api/types.gen';
import { decoded } from '../../lib/path';
import { t } from '../../locales';

/** Draws maths in place of its source; a formula with an error keeps the source, underlined. */
export async function drawMaths(page: HTMLElement) {
  const found = page.querySelectorAll<HTMLElement>('code.math-inline, code.math-display, pre.math');
  if (found.length === 0) return;
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')]);
  const macros = {}; // what one formula defines holds in those after it, as in the files that are made of the text
  for (const source of found) {
    const displayMode = !source.matches('.math-inline');
    const drawn = document.createElement(displayMode ? 'div' : 'span');
    try {
      katex.render(source.textContent.trim(), drawn, { displayMode, macros, globalGroup: true, maxExpand: 1000, maxSize: 20 });
    } catch {
      source.classList.add('broken');
      source.title = t.inspector.maths;
      continue;
    }
    drawn.className = displayMode ? 'maths' : 'maths-inline';
    if (source.dataset['line']) drawn.dataset['line'] = source.dataset['line'];
    source.replaceWith(drawn);
  }
}

/** Diagrams that were drawn before, by theme and source, so that a page drawn again doesn't jump. */
const drawings = new Map<string, string>();
const keptDrawings = 50;
let serial = 0;

/** Draws Mermaid's diagrams; one with an error keeps its source and says so. */
export async function drawDiagrams(page: HTMLElement) {
  const found = page.querySelectorAll<HTMLElement>('pre.mermaid');
  if (found.length === 0) return;
  const colours = inks(page);
  for (const source of found) {
    const text = source.textContent.trim();
    const key = `${Object.values(colours).join()} ${text}`;
    const svg = drawings.get(key) ?? (await draw(text, colours));
    if (svg === undefined) {
      source.insertAdjacentHTML('afterend', '<p class="diagram-error"></p>');
      if (source.nextElementSibling) source.nextElementSibling.textContent = t.inspector.diagram;
      continue;
    }
    remember(key, svg);
    const figure = document.createElement('figure');
    figure.className = 'diagram';
    if (source.dataset['line']) figure.dataset['line'] = source.dataset['line'];
    figure.innerHTML = svg; // mermaid's strict level sanitised it
    source.replaceWith(figure);
  }
}

/** The HTML that a label of a diagram may hold. */
const wordTags = ['b', 'i', 'em', 'strong', 'u', 's', 'sub', 'sup', 'code', 'br', 'p', 'ul', 'ol', 'li'];

async function draw(text: string, colours: ReturnType<typeof inks>): Promise<string | undefined> {
  const { default: mermaid } = await import('mermaid');
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      // A label may be set in bold or broken; its pictures, fields and links are
      // dropped, and no diagram may ask for more than that.
      dompurifyConfig: { ALLOWED_TAGS: wordTags, ALLOWED_ATTR: [] },
      secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering', 'dompurifyConfig', 'themeCSS'],
      suppressErrorRendering: true,
      theme: 'base',
      fontFamily: 'Instrument Sans Variable, system-ui, sans-serif',
      themeVariables: {
        background: colours.paper,
        primaryColor: colours.sunk,
        primaryBorderColor: colours.ink,
        primaryTextColor: colours.ink,
        lineColor: colours.ink,
        textColor: colours.ink,
        secondaryColor: colours.desk,
        tertiaryColor: colours.paper,
        fontSize: '13px',
      },
    });
    return (await mermaid.render(`diagram-${++serial}`, text)).svg;
  } catch {
    return undefined;
  }
}

function remember(key: string, svg: string) {
  drawings.set(key, svg);
  const oldest = drawings.keys().next().value;
  if (drawings.size > keptDrawings && oldest !== undefined) drawings.delete(oldest);
}

/** The theme's colours as Mermaid wants them: computed, not as variables. */
function inks(page: HTMLElement) {
  const probe = page.appendChild(document.createElement('i'));
  const computed = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    paper: computed('--paper'),
    sunk: computed('--sunk'),
    desk: computed('--desk'),
    ink: computed('--ink'),
  };
  probe.remove();
  return colours;
}

/** Puts code in a frame of its own, so that it can scroll sideways and still bear a change bar. */
export function frameCode(page: HTMLElement) {
  for (const code of page.querySelectorAll<HTMLElement>(':scope > pre:not(.math, .mermaid)')) {
    const frame = document.createElement('div');
    frame.className = 'frame';
    if (code.dataset['line']) frame.dataset['line'] = code.dataset['line'];
    code.replaceWith(frame);
    frame.append(code);
    // What scrolls sideways must be reachable by a key that scrolls.
    if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
  }
}

/** Gives the boxes of a task list their names: the text beside them is no label of theirs. */
export function nameTasks(page: HTMLElement) {
  for (const box of page.querySelectorAll<HTMLInputElement>('li.task input')) {
    box.ariaLabel = box.checked ? t.inspector.taskDone : t.inspector.taskOpen;
  }
}

/** Marks the blocks that a waiting edit changes; a block reaches to where the next begins. */
export function markChanged(page: HTMLElement, ranges: readonly LineRange[]) {
  const blocks = [...page.querySelectorAll<HTMLElement>(':scope > [data-line]')];
  for (const [at, block] of blocks.entries()) {
    const from = Number(block.dataset['line']);
    const next = blocks[at + 1];
    const to = next ? Number(next.dataset['line']) - 1 : Infinity;
    block.classList.toggle(
      'changed',
      ranges.some((range) => range.from <= to && range.to >= from),
    );
  }
}

/** The element that a link to #anchor means, as Go names it; # alone is the top. */
export function anchored(page: HTMLElement, anchor: string): HTMLElement | null {
  if (anchor === '') return page;
  const id = CSS.escape(decoded(anchor));
  return page.querySelector<HTMLElement>(`#user-content-${id}, #${id}`);
}
