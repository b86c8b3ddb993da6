import type { Client } from '../api/types.gen';
import type { Notices } from './notices.svelte';

/** What the inspector shows. */
export class Inspector {
  /** The file shown, "" when none was picked. */
  path = $state('');

  constructor(
    protected readonly client: Client,
    protected readonly notices: Notices,
  ) {}

  show(path: string) {
    this.path = path;
  }

  forget() {
    this.path = '';
  }
}
