import { toFailure } from '../api/failure';
import type { Client, Rule, RuleList } from '../api/types.gen';
import type { Notices } from './notices.svelte';

/** What the person allowed in advance: for single chats, and saved. */
export class Rules {
  list = $state.raw<Rule[]>([]);
  /** Why the saved rules don't hold, or why a revoked one is still saved; else "". */
  problem = $state('');

  constructor(
    private readonly client: Client,
    private readonly notices: Notices,
  ) {}

  async load() {
    const loaded = await this.notices.attempt(() => this.client.approvals.rules());
    if (loaded) this.#take(loaded);
  }

  revoke(rule: Rule) {
    return this.#change(() => this.client.approvals.revoke({ rules: [rule.id] }));
  }

  clear() {
    return this.#change(() => this.client.approvals.clearRules());
  }

  /** What could not be taken out of the file holds no more all the same: the list is asked for again. */
  async #change(work: () => Promise<RuleList>) {
    try {
      this.#take(await work());
    } catch (reason) {
      await this.load();
      this.problem = toFailure(reason).message;
    }
  }

  #take({ rules, problem }: RuleList) {
    this.list = rules;
    this.problem = problem;
  }
}
