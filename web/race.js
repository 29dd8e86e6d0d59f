// The page of a race: lobby, countdown, board and result. What it shows follows from what the server tells of the race and
// from the seat of this browser; whoever reloads is where they were.

import { ask } from './api.js';
import { copyAddress } from './copy.js';
import { sentenceOf } from './problem.js';
import { RaceLine } from './race-line.js';
import { RaceTable } from './race-table.js';
import { exactClock, nameOf, Racers } from './racers.js';
import { loadRules } from './rules.js';
import { sound } from './sound.js';
import { say } from './words.js';

/** @typedef {import('./racers.js').Race} Race */

const main = /** @type {HTMLElement} */ (document.querySelector('main.race'));
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const code = main.dataset.code ?? '';
/** How long a solved board is seen before the next comes, in milliseconds. */
const GLANCE = 700;

class RacePage {
  constructor() {
    /** @type {number | null} */
    this.you = main.dataset.you ? Number(main.dataset.you) : null;
    /** @type {Race | null} */
    this.race = null;
    /** The server's clock less the page's. */
    this.ahead = 0;
    this.racers = new Racers(byId('racers'), byId('announced'), main.dataset.metric ?? '');
    this.rules = loadRules(main.dataset.rules);
    /** Is a level on its way to the board? */
    this.isBeginning = false;
    this.listen();
    /** @type {RaceTable | undefined} */
    this.table = undefined;
    /** The play that was on the board last. @type {string | undefined} */
    this.lastKey = undefined;
    this.line = new RaceLine(code, (race) => this.hear(race), (isUp) => { byId('offline').hidden = isUp; }, () => this.closed());
    setInterval(() => this.tick(), 100);
  }

  /** @param {Race} race */
  hear(race) {
    this.race = race;
    this.ahead = race.now - performance.now();
    this.racers.show(race, this.you);
    this.show(race);
    this.tick();
  }

  get me() {
    return this.race?.racers.find(({ seat }) => seat === this.you) ?? null;
  }

  /** @param {Race} race */
  show(race) {
    const { me } = this;
    const isIn = me !== null && !me.gone;
    main.dataset.phase = race.phase;
    byId('lobby').hidden = race.phase !== 'lobby';
    byId('join').hidden = isIn;
    byId('company').hidden = !isIn;
    byId('leave').hidden = !isIn || race.phase === 'over' || me.finished !== null;
    this.showStart(race);
    this.showResult(race);
    if (race.phase === 'running' && !isIn) this.say(say('web.race-watching'));
  }

  /** @param {Race} race */
  showStart(race) {
    const host = race.racers.find((racer) => racer.host);
    const isHost = host?.seat === this.you;
    // Who should call it may have gone.
    const mayAnybody = race.opens !== null && this.now() >= race.opens;
    const isIn = this.me !== null && !this.me.gone;
    byId('start').hidden = !isHost && !(isIn && mayAnybody);
    /** @type {HTMLButtonElement} */ (byId('start')).disabled = race.racers.length < 2;
    const alone = race.racers.length < 2 ? say('web.race-needs-two') : '';
    const wait = isHost || !host ? '' : say(mayAnybody ? 'web.race-anybody' : 'web.race-waits-for', { name: nameOf(host) });
    const about = alone || wait;
    if (byId('start-about').textContent !== about) byId('start-about').textContent = about;
  }

  /** @param {Race} race */
  showResult(race) {
    const { me } = this;
    const isThrough = me !== null && me.finished !== null;
    const isShown = race.phase === 'over' || isThrough;
    const wasHidden = byId('result').hidden;
    byId('result').hidden = !isShown;
    if (!isShown) return;
    const finished = race.racers.filter((racer) => racer.finished !== null).length;
    byId('result-title').textContent = !isThrough ? say('web.race-watched')
      : me.rank === 1 && race.phase === 'over' ? say('web.race-won') : say('web.race-place', { rank: me.rank ?? 0, count: race.phase === 'over' ? race.racers.length : finished });
    const time = isThrough ? say('web.race-time', { time: exactClock(me.finished ?? 0) }) : '';
    byId('result-about').textContent = [time, race.phase === 'over' ? '' : say('web.race-still')].filter(Boolean).join(' ');
    byId('rematch').hidden = me === null && !race.rematch;
    byId('rematch').textContent = race.rematch ? say('web.race-join-rematch') : byId('rematch').dataset.first ?? '';
    if (wasHidden) this.arrived(race);
  }

  /** @param {Race} race */
  arrived(race) {
    if (race.phase === 'over') byId('play-board').hidden = this.table === undefined;
    this.say('');
    byId('result-title').focus({ preventScroll: true });
    byId('result').scrollIntoView({ block: 'nearest' });
    const review = /** @type {HTMLAnchorElement} */ (byId('review-play'));
    const key = this.lastKey ?? this.me?.plays.at(-1);
    review.hidden = !key;
    if (key) review.href = `/replay/${key}#review`;
  }

  /** The moment by the server's clock. */
  now() {
    return performance.now() + this.ahead;
  }

  /** Milliseconds to the start; less than none when it is past. */
  untilStart() {
    return (this.race?.starts ?? Infinity) - this.now();
  }

  tick() {
    const { race } = this;
    if (!race) return;
    if (race.phase === 'lobby') this.showStart(race);
    const wait = this.untilStart();
    const counts = wait > 0 && Number.isFinite(wait);
    const countdown = byId('countdown');
    countdown.hidden = !counts;
    if (counts) this.count(Math.ceil(wait / 1000));
    const { me } = this;
    this.showClock(race, -wait);
    const plays = me && !me.gone && me.finished === null && race.phase !== 'over';
    if (plays && wait <= 0) void this.play();
  }

  /** The time since the start, by the server's clock; who has finished sees their own. @param {Race} race @param {number} time */
  showClock(race, time) {
    const clock = byId('race-clock');
    const finished = this.me?.finished ?? null;
    clock.hidden = time < 0 || (race.phase === 'over' && finished === null);
    if (!clock.hidden) clock.textContent = exactClock(finished ?? time);
  }

  /** @param {number} seconds */
  count(seconds) {
    const shown = byId('countdown').firstElementChild;
    if (!shown || shown.textContent === String(seconds)) return;
    const isFirst = shown.textContent === '';
    shown.textContent = String(seconds);
    // Said once, and not every second: whoever listens knows how long a second is.
    if (isFirst) byId('announced').textContent = say('web.race-start-in', { seconds });
    sound('move');
  }

  /** Brings the level that is to be played now to the board. */
  async play() {
    if (this.isBeginning || this.table?.desk) return;
    this.isBeginning = true;
    try {
      const rules = await this.rules;
      const leg = await ask('POST', `/api/races/${code}/leg`, {});
      this.table ??= new RaceTable(rules, {
        solved: () => void this.solved(),
        say: (text) => this.say(text),
        connected: (isUp) => { byId('offline').hidden = isUp; },
      });
      const levels = this.race?.levels ?? 1;
      this.say(levels > 1 ? say('web.race-next-level', { place: leg.place + 1, levels }) : say('web.race-go'));
      this.lastKey = leg.key;
      await this.table.begin(leg);
      byId('play-board').scrollIntoView({ block: 'nearest' });
    } catch (problem) {
      this.complain(problem);
      // Not begun by the server's clock, or a lost network: the next tick tries again.
      await new Promise((resolve) => setTimeout(resolve, 300));
    } finally {
      this.isBeginning = false;
    }
  }

  /** A level is solved: the next one, or the end. */
  async solved() {
    sound('win');
    await new Promise((resolve) => setTimeout(resolve, GLANCE));
    this.table?.close();
    try {
      const seat = await ask('GET', `/api/races/${code}`);
      this.you = seat.you;
      this.hear(seat);
    } catch (problem) {
      // The next tick asks for the level again, and finds it solved.
      this.complain(problem);
    }
  }

  closed() {
    this.race = null;
    byId('lobby').hidden = true;
    this.say(say('web.race-closed'));
  }

  /** @param {string} text */
  say(text) {
    if (byId('said').textContent !== text) byId('said').textContent = text;
  }

  /** @param {unknown} problem */
  complain(problem) {
    this.say(sentenceOf(problem));
  }

  /** Asks the server for something about this race, and shows what it says. @param {string} what @param {unknown} [body] @param {Element | null} [complaint] */
  async ask(what, body = {}, complaint = null) {
    try {
      const seat = await ask('POST', `/api/races/${code}/${what}`, body);
      if (complaint) complaint.textContent = '';
      if (seat && 'you' in seat && seat.code === code) {
        this.you = seat.you;
        this.hear(seat);
      }
      return seat;
    } catch (problem) {
      if (complaint) complaint.textContent = sentenceOf(problem);
      else this.complain(problem);
      return null;
    }
  }

  listen() {
    const onClick = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener('click', act);
    byId('rematch').dataset.first = byId('rematch').textContent ?? '';
    onClick('invite', () => void copyAddress(location.href));
    onClick('start', () => void this.ask('start'));
    onClick('leave', () => void this.leave());
    onClick('rematch', () => void this.again());
    onClick('add-ghost', () => void this.add('ghosts', {}));
    this.onSubmit('join', (fields, complaint) => this.ask('join', fields, complaint));
    this.onSubmit('ghost-play', ({ play }) => this.add('ghosts', { play: keyOf(String(play)) }));
    this.onSubmit('add-solver', ({ method }) => {
      this.say(say('web.race-thinking'));
      return this.add('solvers', { method });
    });
  }

  /** @param {string} id @param {(fields: Record<string, FormDataEntryValue>, complaint: Element | null) => Promise<unknown>} act */
  onSubmit(id, act) {
    const form = /** @type {HTMLFormElement} */ (byId(id));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const button = form.querySelector('button');
      if (button) button.disabled = true;
      const done = act(Object.fromEntries(new FormData(form).entries()), form.querySelector('.complaint'));
      void done.finally(() => {
        if (button) button.disabled = false;
      });
    });
  }

  /** @param {string} what @param {unknown} body */
  async add(what, body) {
    if (await this.ask(what, body)) this.say('');
  }

  async leave() {
    if (this.race?.phase !== 'lobby' && !confirm(say('web.race-leave-ask'))) return;
    const wasLobby = this.race?.phase === 'lobby';
    this.table?.close();
    await this.ask('leave');
    if (wasLobby) location.assign('/race');
    else location.reload();
  }

  async again() {
    if (this.me === null && this.race?.rematch) {
      location.assign(`/race/${this.race.rematch}`);
      return;
    }
    const seat = await this.ask('rematch');
    if (seat) location.assign(`/race/${seat.code}`);
  }
}

/** The key of a play in the address of its replay, or the key itself. @param {string} text */
function keyOf(text) {
  return text.trim().replace(/[?#].*$/, '').replace(/\/$/, '').split('/').at(-1);
}

new RacePage();
