import { toFailure, type Failure } from '../api/failure';
import type { Heard } from '../api/events';
import type { Client, FileDiff, FileText, PreviewPage } from '../api/types.gen';
import type { Notices } from './notices.svelte';
import type { Review } from './review.svelte';
import type { Timeline } from './timeline.svelte';

export type InspectorTab = 'preview' | 'changes' | 'file';

const markdown = /\.(md|markdown|mdown|mkd)$/i;

/** What the inspector shows of one file: now, as a waiting edit proposes it, or as of the turn looked at. */
export class Inspector {
  /** The file that was picked, "" when none was. */
  picked = $state('');
  /** Where in the picked file a link led, "" once it was gone to. */
  anchor = $state('');
  page = $state.raw<PreviewPage>();
  text = $state.raw<FileText>();
  diff = $state.raw<FileDiff>();
  /** Why the file can't be shown. */
  problem = $state.raw<Failure>();
  loading = $state(false);

  readonly turn = $derived.by(() => this.timeline.viewing ?? 0);
  /** The picked file, else the one whose edit waits longest, else the one whose edit was answered. */
  readonly path = $derived.by(() => this.picked || (this.review.waiting[0]?.path ?? this.#last));
  /** The waiting edit that the preview shows as if it were approved, "" for none. */
  readonly edit = $derived.by(() => {
    const waits = this.review.waiting.find((slip) => slip.path === this.path);
    return this.turn > 0 ? '' : (waits?.id ?? '');
  });
  readonly printable = $derived(markdown.test(this.path));
  /** The file whose changes are shown, of those that differ. */
  readonly changed = $derived.by(() => {
    const files = this.timeline.moment?.files ?? [];
    return files.find((file) => file.path === this.path)?.path ?? files[0]?.path ?? '';
  });

  /** Looking at a turn begins with its changes; back to now returns to what was shown. */
  #tabs = $state<{ now: InspectorTab; then: InspectorTab }>({ now: 'preview', then: 'changes' });
  /** Rises when the file may have changed, so that it is asked for again. */
  #version = $state(0);
  #asked = 0;
  /** What was shown last, which stays when nothing waits any more. */
  #last = '';

  constructor(
    private readonly client: Client,
    private readonly notices: Notices,
    private readonly timeline: Timeline,
    private readonly review: Review,
  ) {}

  get tab(): InspectorTab {
    return this.turn > 0 ? this.#tabs.then : this.#tabs.now;
  }

  set tab(tab: InspectorTab) {
    this.#tabs = this.turn > 0 ? { ...this.#tabs, then: tab } : { ...this.#tabs, now: tab };
  }

  hear(heard: Heard) {
    if (heard.topic === 'files' && heard.data.paths.includes(this.path)) this.#version++;
    if (heard.topic === 'timeline') this.#version++;
  }

  /** Asks again for what is shown. */
  refresh() {
    this.#version++;
  }

  /** Picks a file. A list of changes makes way for it, unless it is of a turn that is looked at. */
  show(path: string, anchor = '') {
    this.picked = path;
    this.anchor = anchor;
    if (this.turn === 0 && this.tab === 'changes') this.tab = 'preview';
  }

  /**
   * Asks for what the open tab shows. What is on screen stays until the answer is
   * there; an answer that came too late is dropped.
   */
  async load() {
    const asked = ++this.#asked;
    this.#last = this.path;
    const want = this.#want();
    if (!want) return;
    this.loading = true;
    try {
      const place = await want();
      if (asked !== this.#asked) return;
      place();
      this.problem = undefined;
    } catch (reason) {
      if (asked === this.#asked) this.#fail(reason);
    } finally {
      if (asked === this.#asked) this.loading = false;
    }
  }

  forget() {
    this.#asked++;
    this.picked = '';
    this.#last = '';
    this.#fail(undefined);
    this.#tabs = { now: 'preview', then: 'changes' };
  }

  #want(): (() => Promise<() => void>) | undefined {
    const { tab, turn, path, edit, changed, printable, client } = this;
    if (this.#version < 0) return undefined; // read here, so that a rise asks again
    if (tab === 'changes') {
      if (turn === 0 || changed === '') return undefined;
      return async () => {
        const diff = await client.timeline.diff({ turn, path: changed });
        return () => (this.diff = diff);
      };
    }
    if (path === '') return undefined;
    if (tab === 'preview' && printable) {
      return async () => {
        const page = await client.preview.render({ path, turn, edit });
        return () => (this.page = page);
      };
    }
    return async () => {
      const text = await client.files.read({ path, turn });
      return () => (this.text = text);
    };
  }

  #fail(reason: unknown) {
    this.problem = reason === undefined ? undefined : toFailure(reason);
    this.page = undefined;
    this.text = undefined;
    this.diff = undefined;
    if (this.problem && this.problem.code !== 'not_found') this.notices.fail(this.problem);
  }
}
