/** How often words may appear; faster only flickers. */
const interval = 50; // ms

/** How long an unfinished word may wait for its end. */
const patience = 400; // ms

type Show = (turn: number, block: number, text: string) => void;

interface Pending {
  turn: number;
  block: number;
  text: string;
  since: number;
}

/**
 * Lets streamed text through in whole words, at most every 50 ms. What belongs to
 * a turn is dropped when the turn arrives whole, because the whole includes it.
 */
export class WordFlow {
  #pending: Pending[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: Show) {}

  add(turn: number, block: number, text: string) {
    const last = this.#pending.at(-1);
    if (last && last.turn === turn && last.block === block) last.text += text;
    else this.#pending.push({ turn, block, text, since: Date.now() });
    this.#timer ??= setTimeout(() => this.#flush(), interval);
  }

  /** Drops what waits, of one turn or of all. */
  clear(turn?: number) {
    this.#pending = turn === undefined ? [] : this.#pending.filter((p) => p.turn !== turn);
    if (this.#pending.length > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #flush() {
    this.#timer = undefined;
    const ready = this.#pending;
    this.#pending = [];
    ready.forEach((piece, at) => {
      const whole = at < ready.length - 1 || Date.now() - piece.since >= patience;
      const cut = whole ? piece.text.length : wordEnd(piece.text);
      if (cut < piece.text.length) this.#pending.push({ ...piece, text: piece.text.slice(cut) });
      if (cut > 0) this.show(piece.turn, piece.block, piece.text.slice(0, cut));
    });
    if (this.#pending.length > 0) this.#timer ??= setTimeout(() => this.#flush(), interval);
  }
}

/** The end of the last whole word in a text. */
function wordEnd(text: string): number {
  return text.search(/\S*$/);
}
