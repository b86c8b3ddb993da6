/**
 * Tells whether an answer is the last word on what it is about. It isn't when an
 * event was heard, or was asked again, while it was under way: on a busy machine
 * an answer can come long after an event that knows more.
 */
export class Latest {
  #last = 0;

  /** Something newer is known than whatever is under way. */
  heard() {
    this.#last++;
  }

  /** Begins to ask; gives what tells whether the answer still counts. */
  ask(): () => boolean {
    const mine = ++this.#last;
    return () => mine === this.#last;
  }
}
