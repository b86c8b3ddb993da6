import type { Heard } from '../api/events';
import type { Client, EditSlip } from '../api/types.gen';
import type { Notices } from './notices.svelte';

/** The edits that wait for an answer, and the one that is being reviewed. */
export class Review {
  /** Oldest first. */
  waiting = $state.raw<EditSlip[]>([]);
  /** The edit whose review is open, "" when none is. */
  current = $state('');

  constructor(
    private readonly client: Client,
    private readonly notices: Notices,
  ) {}

  async load() {
    this.waiting = await this.client.approvals.waiting();
  }

  hear(heard: Heard) {
    if (heard.topic === 'approvals') this.waiting = heard.data;
  }

  /** Opens the review of an edit; without one, of the edit that waits longest. */
  open(edit?: string) {
    this.current = edit ?? this.waiting[0]?.id ?? '';
  }

  close() {
    this.current = '';
  }

  /** Answers a whole edit without opening it. */
  async decide(edit: string, all: 'approve' | 'reject') {
    await this.notices.attempt(() => this.client.approvals.decide({ edit, all, decisions: [], note: '' }));
  }

  forget() {
    this.waiting = [];
    this.current = '';
  }
}
