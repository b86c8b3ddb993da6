import type { TimelineTurn } from '../api/types.gen';
import { dayName } from './time';

/** Where the first tick stands, and how much stays free after the last, in px. */
const before = 18;
const after = 30;

/** Ticks stand no further apart than this, so a young timeline grows from the left. */
const widest = 96; // px

/** Closer than this, turns share a bar. */
const closest = 9; // px

/** A turn number needs this much room. */
const numberRoom = 24; // px

/** A day's name needs this much room. */
const dayRoom = 112; // px

/** One tick of the line: a turn, or the turns that share it. */
export interface Tick {
  x: number;
  from: number;
  to: number;
  turns: TimelineTurn[];
  up: number; // height of the bar for lines added, px
  down: number; // height of the bar for lines removed, px
  waiting: boolean;
  numbered: boolean;
}

export interface Rail {
  ticks: Tick[];
  days: { x: number; label: string }[];
}

/** The height of a bar: a log scale, so that one line and a thousand can both be seen. */
export function barHeight(lines: number, tallest: number): number {
  if (lines === 0) return 0;
  const fullAt = tallest === 19 ? 60 : 28; // lines at which the bar is as tall as it gets
  return Math.min(tallest, 3 + ((tallest - 3) * Math.log(lines)) / Math.log(fullAt));
}

/** Places the turns on a line of the given width. */
export function layRail(turns: TimelineTurn[], width: number, now: Date): Rail {
  if (turns.length === 0) return { ticks: [], days: [] };
  const room = Math.max(width - before - after, closest);
  const perTick = Math.max(1, Math.ceil(turns.length / (Math.floor(room / closest) + 1)));
  const groups = chunk(turns, perTick);
  const gap = Math.min(widest, groups.length > 1 ? room / (groups.length - 1) : 0);
  const every = Math.max(1, Math.ceil(numberRoom / Math.max(gap, 1)));
  const ticks = groups.map((group, at) => tick(group, before + at * gap, at % every === 0 || at === groups.length - 1));
  return { ticks, days: days(ticks, now) };
}

/** The tick nearest to a place on the line. */
export function nearest(rail: Rail, x: number): Tick | undefined {
  return rail.ticks.reduce<Tick | undefined>((best, candidate) => {
    return best && Math.abs(best.x - x) <= Math.abs(candidate.x - x) ? best : candidate;
  }, undefined);
}

/** The tick that a turn stands on. */
export function tickOf(rail: Rail, turn: number): Tick | undefined {
  return rail.ticks.find((tick) => tick.turns.some((one) => one.number === turn));
}

function tick(turns: TimelineTurn[], x: number, numbered: boolean): Tick {
  const sum = (pick: (turn: TimelineTurn) => number) => turns.reduce((total, turn) => total + pick(turn), 0);
  return {
    x,
    from: turns[0]?.number ?? 0,
    to: turns.at(-1)?.number ?? 0,
    turns,
    up: barHeight(sum((turn) => turn.added), 19),
    down: barHeight(sum((turn) => turn.removed), 13),
    waiting: turns.some((turn) => turn.waiting > 0),
    numbered,
  };
}

/** A name where a day begins, unless the one before would run into it. */
function days(ticks: Tick[], now: Date): Rail['days'] {
  const named: Rail['days'] = [];
  let last = '';
  for (const { x, turns } of ticks) {
    const label = dayName(new Date(turns[0]?.time ?? ''), now);
    if (label !== last && x - (named.at(-1)?.x ?? -dayRoom) >= dayRoom) named.push({ x, label });
    last = label;
  }
  return named;
}

function chunk<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
