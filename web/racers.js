// Everybody in a race: a line each, with how far they are, and what is said aloud of them.

import { clock } from './figures.js';
import { say } from './words.js';

/**
 * @typedef {{ seat: number, name: string, kind: 'person' | 'ghost' | 'solver', host: boolean, gone: boolean, place: number,
 *   figure: number, to_go: number | null, moved: number | null, finished: number | null, rank: number | null, helped: boolean,
 *   plays: string[] }} Racer
 * @typedef {{ code: string, phase: 'lobby' | 'countdown' | 'running' | 'over', puzzle: string, pack: string | null, levels: number,
 *   now: number, starts: number | null, opens: number | null, rematch: string | null, racers: Racer[] }} Race
 */

/** Who has not moved for so long is said to be quiet, in milliseconds. */
const QUIET = 60_000;
/** So often it is said aloud who is ahead. */
const ALOUD = 20_000;

/** A time with tenths, which decide. @param {number} milliseconds */
export function exactClock(milliseconds) {
  return `${clock(milliseconds)}.${Math.floor(milliseconds / 100) % 10}`;
}

/** @param {Racer} racer @param {number | null} [you] */
export function nameOf(racer, you = null) {
  if (racer.kind === 'ghost') return racer.name ? say('web.race-ghost', { name: racer.name }) : say('web.race-ghosts');
  if (racer.kind === 'solver') return say('web.race-solver', { name: racer.name });
  return racer.seat === you ? say('web.race-you', { name: racer.name }) : racer.name;
}

export class Racers {
  /** @param {HTMLElement} list @param {HTMLElement} announced @param {string} metric the puzzle's first measure */
  constructor(list, announced, metric) {
    this.list = list;
    this.announced = announced;
    // What is said is in the reader's language; the names in it are in nobody's.
    announced.translate = false;
    this.metric = metric;
    /** The most that was ever to go, for each level: the length of its bar. @type {Map<number, number>} */
    this.longest = new Map();
    /** @type {Race | null} */
    this.before = null;
    this.saidAloud = 0;
  }

  /** @param {Race} race @param {number | null} you */
  show(race, you) {
    for (const { place, to_go } of race.racers) this.longest.set(place, Math.max(this.longest.get(place) ?? 0, to_go ?? 0));
    const order = [...race.racers].sort((one, other) => this.rankOf(one) - this.rankOf(other) || one.seat - other.seat);
    const lines = order.map((racer) => this.line(race, racer, you));
    // Written anew only where something is: what has the focus keeps it.
    if (lines.map((line) => line.outerHTML).join('') !== this.list.innerHTML) this.list.replaceChildren(...lines);
    this.announce(race);
    this.before = race;
  }

  /** Those who have finished by their places, then by seats, so that nobody jumps about; who left comes last. @param {Racer} racer */
  rankOf(racer) {
    return racer.rank ?? (racer.gone ? 1000 : 100);
  }

  /** @param {Race} race @param {Racer} racer @param {number | null} you */
  line(race, racer, you) {
    const line = document.createElement('li');
    line.dataset.kind = racer.kind;
    line.classList.toggle('you', racer.seat === you);
    line.classList.toggle('done', racer.rank !== null);
    const name = document.createElement('strong');
    name.translate = false;
    name.textContent = nameOf(racer, you);
    const told = document.createElement('span');
    told.className = 'told';
    told.textContent = this.told(race, racer);
    line.append(name, told);
    if (race.phase === 'running' || race.phase === 'over') line.append(this.bar(race, racer));
    if (race.phase === 'over') line.append(...racer.plays.map((play) => watchLink(play)));
    return line;
  }

  /** @param {Race} race @param {Racer} racer */
  told(race, racer) {
    if (racer.finished !== null) return say(racer.helped ? 'web.race-helped' : 'web.race-rank', { rank: racer.rank ?? 0, time: exactClock(racer.finished) });
    if (race.phase === 'over' && !racer.gone) return say('web.race-not-finished');
    if (racer.gone) return say('web.race-gone');
    if (race.phase === 'lobby' || race.phase === 'countdown') return say(racer.host && race.phase === 'lobby' ? 'web.race-host' : 'web.race-ready');
    const place = race.levels > 1 ? `${say('web.race-at', { place: racer.place + 1, levels: race.levels })} · ` : '';
    return place + this.progress(race, racer) + this.quiet(race, racer);
  }

  /** @param {Race} _race @param {Racer} racer */
  progress(_race, racer) {
    const { figure, to_go } = racer;
    if (racer.kind === 'solver' && figure === 0) return say('web.race-thinks');
    if (this.metric === 'fill') return say('web.race-filled', { figure, to_go: to_go ?? 100 });
    const name = say(`figure.name-${this.metric.replaceAll('_', '-')}`, { count: figure });
    return to_go === null ? say('web.race-figure', { figure, name }) : say('web.race-to-go', { figure, name, to_go });
  }

  /** @param {Race} race @param {Racer} racer */
  quiet(race, racer) {
    const since = race.now - (race.starts ?? race.now) - (racer.moved ?? 0);
    if (racer.kind !== 'person' || since < QUIET) return '';
    return ` · ${say('web.race-quiet', { minutes: Math.floor(since / 60_000) })}`;
  }

  /** How much of everything is done. @param {Race} race @param {Racer} racer */
  bar(race, racer) {
    const bar = document.createElement('progress');
    bar.className = 'bar';
    bar.translate = false;
    bar.max = 100 * race.levels;
    const longest = this.longest.get(racer.place) ?? 0;
    const part = longest && racer.to_go !== null && racer.moved !== 0 ? 1 - racer.to_go / longest : 0;
    bar.value = racer.finished === null ? Math.round(100 * (racer.place + Math.max(0, part))) : bar.max;
    bar.setAttribute('aria-label', nameOf(racer));
    return bar;
  }

  /** Says what is new, in a sentence or two. @param {Race} race */
  announce(race) {
    const { before } = this;
    if (!before) return;
    const news = race.racers.flatMap((racer) => this.newsOf(before.racers.find(({ seat }) => seat === racer.seat), racer, race));
    if (!news.length && race.phase === 'running' && race.now - this.saidAloud > ALOUD) news.push(...this.leader(race));
    if (!news.length) return;
    this.saidAloud = race.now;
    this.announced.textContent = news.join(' ');
  }

  /** @param {Racer | undefined} before @param {Racer} racer @param {Race} race @returns {string[]} */
  newsOf(before, racer, race) {
    const name = nameOf(racer);
    if (!before) return [say('web.race-joined', { name })];
    if (racer.finished !== null && before.finished === null) return [say('web.race-arrived', { name, rank: racer.rank ?? 0, time: exactClock(racer.finished) })];
    return racer.gone && !before.gone && race.phase !== 'lobby' ? [say('web.race-left', { name })] : [];
  }

  /** @param {Race} race @returns {string[]} */
  leader(race) {
    const running = race.racers.filter(({ finished, gone, to_go }) => finished === null && !gone && to_go !== null);
    const [first] = running.sort((one, other) => other.place - one.place || (one.to_go ?? 0) - (other.to_go ?? 0));
    return first ? [say('web.race-leads', { name: nameOf(first), to_go: first.to_go ?? 0 })] : [];
  }
}

/** @param {string} play */
function watchLink(play) {
  const link = document.createElement('a');
  link.href = `/replay/${play}`;
  link.className = 'small';
  link.textContent = say('web.race-watch');
  return link;
}
