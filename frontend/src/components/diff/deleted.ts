import { StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import type { LineKind } from '../../lib/linekinds';
import { marking } from './marking';
import { hasLines, type Look, type Run } from './spec';

/** The lines that a change takes out, above those that it puts in. */
class Deleted extends WidgetType {
  constructor(
    private readonly run: Run,
    private readonly first: number,
    private readonly kinds: readonly LineKind[],
    private readonly look: Look,
  ) {
    super();
  }

  override eq(other: Deleted) {
    return other.run === this.run && other.look === this.look;
  }

  toDOM() {
    const box = document.createElement('div');
    box.className = 'deleted';
    const lines = this.run.text.replace(/\n$/, '').split('\n');
    let at = 0;
    for (const [index, text] of lines.entries()) {
      const line = box.appendChild(document.createElement('div'));
      line.className = `cm-line changed ${this.look} set-${this.kinds[this.first + index - 1] ?? 'code'}`;
      line.dataset['number'] = String(this.first + index);
      line.dataset['sign'] = '−';
      this.fill(line, text, at);
      at += text.length + 1;
    }
    return box;
  }

  private fill(line: HTMLElement, text: string, offset: number) {
    let done = 0;
    for (const mark of this.run.marks) {
      const from = Math.max(mark.from - offset, done);
      const to = Math.min(mark.to - offset, text.length);
      if (from >= to) continue;
      line.append(text.slice(done, from));
      const word = line.appendChild(document.createElement('del'));
      word.className = 'word';
      word.textContent = text.slice(from, to);
      done = to;
    }
    line.append(text.slice(done) || (done === 0 ? '\u200b' : ''));
  }

  override get estimatedHeight() {
    return this.run.text.split('\n').length * 21;
  }
}

/**
 * Shows `old` in the editor of the new text, for reading both in one column. `firsts`
 * has the number of each change's first old line; `kinds` says how old lines are set.
 */
export function deletedLines(old: Run[], firsts: Map<number, number>, kinds: readonly LineKind[]): Extension {
  const build = (state: EditorState): DecorationSet => {
    const { runs, looks } = state.field(marking);
    const widgets = old.flatMap((was) => {
      const run = runs.find((r) => r.change === was.change);
      if (!run || was.text === '') return [];
      const line = state.doc.lineAt(run.from);
      const below = run.past && !hasLines(run);
      const widget = new Deleted(was, firsts.get(was.change) ?? 1, kinds, looks.get(was.change) ?? 'open');
      return Decoration.widget({ widget, block: true, side: below ? 3 : -1 }).range(below ? line.to : line.from);
    });
    return Decoration.set(widgets, true);
  };
  return StateField.define<DecorationSet>({
    create: build,
    update: (set, tr) => (tr.state.field(marking) === tr.startState.field(marking) ? set : build(tr.state)),
    provide: (field) => EditorView.decorations.from(field),
  });
}
