import type { Heard } from '../api/events';
import type { Client, ExportJob } from '../api/types.gen';
import type { Notices } from './notices.svelte';

/** The export that is under way, or the last one. */
export class Exports {
  job = $state.raw<ExportJob>();

  constructor(
    protected readonly client: Client,
    protected readonly notices: Notices,
  ) {}

  hear(heard: Heard) {
    if (heard.topic === 'export') this.job = heard.data;
  }

  forget() {
    this.job = undefined;
  }
}
