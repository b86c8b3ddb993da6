import { language, t } from '../locales';

const clockFormat = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false });
const shortDay = new Intl.DateTimeFormat(language, { weekday: 'short' });
const longDay = new Intl.DateTimeFormat(language, { weekday: 'long' });
const dayAndMonth = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
const fullDay = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' });

const dayLength = 24 * 60 * 60 * 1000; // ms

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** How many midnights lie between a moment and now. */
export function daysAgo(at: Date, now: Date): number {
  return Math.round((startOfDay(now) - startOfDay(at)) / dayLength);
}

/** 16:42 */
export function clock(at: Date): string {
  return clockFormat.format(at);
}

/** 16:42 today, Tue 16:42 this week, 9 Jun before. */
export function clockOrDay(at: Date, now: Date): string {
  const days = daysAgo(at, now);
  if (days <= 0) return clock(at);
  return days < 7 ? `${shortDay.format(at)} ${clock(at)}` : dayAndMonth.format(at);
}

/** For a list: "now" within a minute, 16:42 today, Tue this week, 9 Jun before. */
export function listed(at: Date, now: Date): string {
  const days = daysAgo(at, now);
  if (days <= 0) return now.getTime() - at.getTime() < 60_000 ? t.sidebar.now : clock(at);
  return days < 7 ? shortDay.format(at) : dayAndMonth.format(at);
}

/** "Tuesday 16 June", or "Today". */
export function dayName(at: Date, now: Date): string {
  return daysAgo(at, now) === 0 ? t.timeline.today : plainDay(at);
}

/** "Tuesday 16 June" */
export function plainDay(at: Date): string {
  return fullDay.format(at).replace(',', '');
}

/** "Tuesday at 16:42" within the week, "9 Jun at 16:42" before. */
export function dayAt(at: Date, now: Date): string {
  const day = daysAgo(at, now) < 7 ? longDay.format(at) : dayAndMonth.format(at);
  return t.time.dayAt(day, clock(at));
}

/** Inside a sentence: "at 11:20" today, "on Tuesday at 16:42" before. */
export function atOrOn(at: Date, now: Date): string {
  return daysAgo(at, now) <= 0 ? t.time.at(clock(at)) : t.time.on(dayAt(at, now));
}
