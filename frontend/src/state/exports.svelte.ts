import type { Heard } from '../api/events';
import type { Client, ExportJob } from '../api/types.gen';
import { t } from '../locales';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';
import type { Settings } from './settings.svelte';

export type Format = 'pdf' | 'docx';
export type PageSize = 'auto' | 'a4' | 'letter';

/** The export that is under way or the last one, and what the next is to be. */
export class Exports {
  job = $state.raw<ExportJob>();
  /** The popover is shown. An export goes on without it. */
  open = $state(false);
  format = $state<Format>('pdf');
  /** The page size chosen for this workspace, undefined for the one of the settings. */
  chosenSize = $state<PageSize>();

  readonly running = $derived(this.job?.status === 'running');
  readonly pageSize = $derived.by(() => this.chosenSize ?? (this.settings.now.pageSize as PageSize));

  readonly #latest = new Latest();
  #starting = false;

  constructor(
    private readonly client: Client,
    private readonly notices: Notices,
    private readonly settings: Settings,
  ) {}

  hear(heard: Heard) {
    if (heard.topic !== 'export') return;
    const known = this.job?.id === heard.data.id;
    if (!known && !this.#starting) return;
    this.#latest.heard();
    const ended = this.job?.status !== heard.data.status && heard.data.status === 'done';
    this.job = heard.data;
    if (ended) this.#tell(heard.data);
  }

  /** Where a file's export goes, from the workspace. */
  target(path: string): string {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
    return `exports/${name}.${this.format}`;
  }

  /** The job that is about this file in this format, or that is still running. */
  shown(path: string): ExportJob | undefined {
    const { job } = this;
    if (!job || job.status === 'cancelled') return undefined;
    return this.running || (job.path === path && job.format === this.format) ? job : undefined;
  }

  async start(path: string, overwrite = false) {
    if (this.running || this.#starting) return;
    const { format, pageSize } = this;
    this.#starting = true;
    const request = { path, format, output: '', pageSize, overwrite };
    const job = await this.notices.attempt(() => this.client.exports.start(request));
    this.#starting = false;
    // Its events may have come first, and then know more than the answer.
    if (job && this.job?.id !== job.id) this.job = job;
  }

  async cancel() {
    const { job } = this;
    if (!job) return;
    const counts = this.#latest.ask();
    const ended = await this.notices.attempt(() => this.client.exports.cancel({ job: job.id }));
    if (ended && counts()) this.job = ended;
  }

  async openFile() {
    const { job } = this;
    if (job) await this.notices.attempt(() => this.client.exports.open({ job: job.id }));
  }

  async reveal() {
    const { job } = this;
    if (job) await this.notices.attempt(() => this.client.exports.reveal({ job: job.id }));
  }

  /** Leaves what an ended export said, to choose again. */
  dismiss() {
    if (!this.running) this.job = undefined;
  }

  forget() {
    this.job = undefined;
    this.open = false;
    this.chosenSize = undefined;
  }

  /** Said where the popover, which shows the same, isn't. */
  #tell(job: ExportJob) {
    if (this.open) this.notices.announce(t.exporting.saved(job.output));
    else this.notices.say(t.exporting.saved(job.output), { label: t.exporting.show, run: () => (this.open = true) });
  }
}
