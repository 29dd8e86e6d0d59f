// The page of a play: gestures become orders to a desk, in the page or at the server, and what the desk tells is
// shown.

import { ask } from './api.js';
import { askFirst } from './ask-first.js';
import { Board } from './board.js';
import { Projector } from './film.js';
import { AloneDesk } from './alone.js';
import { coachOf } from './coach.js';
import { copyAddress } from './copy.js';
import { LocalDesk, RemoteDesk } from './desk.js';
import { clock, figure, showFigures } from './figures.js';
import { aboutFigure, openHelp } from './help.js';
import { Hints } from './hints.js';
import { Keys } from './keys.js';
import { bringLevel, showStars } from './levels.js';
import { Pictures } from './pictures.js';
import { isAlone } from './place.js';
import { Said, sentenceOf } from './problem.js';
import { loadRules } from './rules.js';
import { fillShell } from './shell.js';
import { chosen, choose } from './settings.js';
import { Solver } from './solver.js';
import { sound, soundOf } from './sound.js';
import { answerTo, didNothing } from './tries.js';
import { showWin } from './win.js';
import { say } from './words.js';

/**
 * @typedef {{ number: number, moves: number, measures: [string, number][], figures: string, won: boolean,
 *   can_turn: boolean, backwards: boolean, can_be_done: boolean, stuck: string | null, held: import('./board.js').Spot | null, clock: number, running: boolean,
 *   can_undo: boolean, can_redo: boolean, stars: number | null, helped: boolean, said: string | null, mode: string,
 *   kept: string[], record: string | null }} State
 */

const main = /** @type {HTMLElement} */ (document.querySelector('main.play'));
await fillShell(main).catch((problem) => {
  const said = document.getElementById('said');
  if (said) said.textContent = sentenceOf(problem);
  throw problem;
});
const level = main.dataset.level ?? '';
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Whoever opens the panel gets the doctor; pages are lighter without. @param {HTMLElement} panel */
async function callDoctor(panel) {
  const { Doctor } = await import('./doctor.js');
  const { puzzle = '', text = '' } = main.dataset;
  new Doctor(panel, () => ({ puzzle, text }));
}

export class Play {
  constructor() {
    this.board = new Board(byId('board'), (gesture) => this.order({ do: 'gesture', gesture }), (gesture) => this.preview(gesture));
    this.board.onCursor = () => this.tellOfCursor();
    this.playKey = '';
    /** @type {State | null} */
    this.state = null;
    /** What the last try was answered. */
    this.answered = '';
    /** What somebody tried last, until its answer is here. @type {import('./board.js').Gesture | null} */
    this.tried = null;
    /** @type {Projector | null} */
    this.projector = null;
    this.hints = new Hints(this);
    this.keys = new Keys(this);
    this.solver = new Solver(byId('solver'), level, {
      position: async () => {
        await this.desk?.settled();
        return { play: this.playKey };
      },
      film: (film) => this.watch(film),
      mayShow: async () => this.state?.mode !== 'challenge' || askFirst(say('web.ask-solve')),
      say: (text) => this.say(text),
    });
    document.getElementById('doctor')?.addEventListener('toggle', (event) => void callDoctor(/** @type {HTMLElement} */ (event.target)), { once: true });
    this.pictures = main.dataset.puzzle === 'taquin' ? new Pictures(byId('pictures'), this.board) : null;
    bringLevel();
    this.showWarning();
    this.showSettings();
    this.listen();
    this.tick();
  }

  async begin() {
    const { puzzle = '', text = '', aim, pack, rules: address } = main.dataset;
    const again = new URLSearchParams(location.search).get('again') === 'yes';
    const title = main.querySelector('h1')?.textContent ?? '';
    const setting = { level, puzzle, text, aim: aim ? Number(aim) : null, again, mode: chosen('mode') ?? 'relax', title, pack };
    const listener = {
      tell: (/** @type {any} */ message) => this.hear(message),
      connected: (/** @type {boolean} */ isUp) => this.connected(isUp),
      isWelcome: () => this.isWelcome(),
      say: (/** @type {string} */ said) => this.say(said),
      begun: (/** @type {string} */ key) => { this.playKey = key; },
      another: () => location.reload(),
    };
    try {
      const rules = await loadRules(address);
      if (isAlone && !rules) throw new Said(say('web.no-rules'));
      const Desk = isAlone ? AloneDesk : LocalDesk;
      this.desk = rules ? new Desk(setting, listener, rules) : new RemoteDesk(setting, listener);
      this.coach = coachOf(this.desk, () => this.playKey, main.dataset.engines !== undefined);
      this.solver.coach = 'solve' in this.coach ? this.coach : null;
      await this.desk.begin();
      if (location.hash === '#watch') await this.watchBest();
    } catch (problem) {
      this.say(sentenceOf(problem));
    }
  }

  /** Is this browser still logged in as whoever plays here? */
  async isWelcome() {
    const me = await ask('GET', '/api/me');
    if (me.name) return true;
    byId('offline').hidden = true;
    this.say(say('web.logged-out'));
    return false;
  }

  /** @param {boolean} up */
  connected(up) {
    byId('offline').hidden = up;
    this.keys.catchUp();
  }

  /** @param {Record<string, unknown>} order */
  order(order) {
    if (this.projector || this.isPaused) return;
    this.hints.stop();
    this.tried = order.do === 'gesture' ? /** @type {import('./board.js').Gesture} */ (order.gesture) : null;
    this.send(order);
  }

  /** @param {Record<string, unknown>} order */
  send(order) {
    this.desk?.send(order);
    this.showWaiting();
  }

  showWaiting() {
    main.toggleAttribute('data-waiting', this.desk?.isUnsettled ?? false);
  }

  /** @param {any} message */
  hear(message) {
    if (message.is === 'board') this.board.show(message.board);
    else if (message.is === 'change') this.board.change({ ...message, moves: movesOf(message.events) });
    else if (message.is === 'refused') this.say(message.message);
    const [tried, before] = [this.tried, this.state];
    if (message.is !== 'board') {
      this.tried = null;
      soundOf(message, tried !== null && (!message.state || didNothing(before, message.state)));
    }
    if (message.state) {
      this.update(message.state);
      if (tried && message.is === 'change') this.answer(tried, before, message.state);
    }
    this.showWaiting();
    this.keys.catchUp();
  }

  /** Answers a try. What a hint has said stays, unless nothing at all happened. @param {import('./board.js').Gesture} tried @param {State | null} before @param {State} state */
  answer(tried, before, state) {
    const said = byId('said').textContent;
    const isFree = !said || said === this.answered;
    const answer = answerTo(main.dataset.puzzle ?? '', tried, before, state);
    if (!isFree && !(answer && didNothing(before, state))) return;
    this.answered = answer;
    this.say(answer);
  }

  /** Arrows that move nothing but the cursor: told to who has not moved anything yet. */
  tellOfCursor() {
    if (this.state?.moves !== 0 || byId('said').textContent) return;
    this.answered = say('web.cursor');
    this.say(this.answered);
  }

  get isPaused() {
    return main.classList.contains('paused');
  }

  /** What a gesture would do, on the board and in the figures: true if somebody knows. @param {import('./board.js').Gesture | null} gesture */
  preview(gesture) {
    const shown = this.projector ? null : this.desk?.preview(gesture);
    if (shown?.is !== 'preview') return false;
    this.board.change(shown);
    this.showFigures(shown.measures);
    return true;
  }

  /** Whom the server helps, it knows where they stand. */
  async settle() {
    if (!this.coach || !('solve' in this.coach)) await this.desk?.settled();
  }

  /** @param {State} state */
  update(state) {
    const before = this.state;
    this.state = state;
    this.heard = performance.now();
    this.board.setHeld(state.held);
    byId('pad').hidden = this.board.data?.arrows === 'cursor' && !this.board.arrowsActOnHeld();
    this.showFigures(state.measures);
    for (const [id, on] of /** @type {[string, boolean][]} */ ([['undo', state.can_undo], ['redo', state.can_redo], ['restart', state.moves > 0]])) {
      for (const button of document.querySelectorAll(`[data-do=${id}]`)) /** @type {HTMLButtonElement} */ (button).disabled = !on;
    }
    byId('stuck').hidden = state.stuck === null || !warns();
    byId('stuck-why').textContent = state.stuck ?? '';
    byId('mode').setAttribute('aria-pressed', String(state.mode === 'challenge'));
    if (state.record) byId('record').textContent = state.record;
    byId('recall').hidden = state.kept.length === 0;
    byId('done').hidden = !state.can_be_done;
    byId('turn').hidden = !state.can_turn;
    byId('turn').setAttribute('aria-pressed', String(state.backwards));
    this.won(before, state);
    const turned = before && before.backwards !== state.backwards ? say(state.backwards ? 'web.backwards' : 'web.forwards') : '';
    // What was said of another position is not true of this one.
    if (state.said) this.say(state.said, state.won);
    else if (turned) this.say(turned);
    else if (before && before.moves !== state.moves && !this.hints.isPlayingOut) this.say('');
  }

  /** @param {[string, number][]} measures */
  showFigures(measures) {
    const counted = measures.map(([name, value]) => {
      const shown = figure(nameOf(name, value), name === 'fill' ? `${value} %` : String(value), aboutFigure(name));
      shown.dataset.figure = name;
      return shown;
    });
    const time = figure(say('web.time'), clock(this.shownTime()));
    time.dataset.figure = 'clock';
    showFigures(byId('figures'), [...counted, time]);
  }

  /** What the clock shows now. */
  shownTime() {
    const { state, heard } = this;
    if (!state) return 0;
    return state.clock + (state.running && heard !== undefined ? performance.now() - heard : 0);
  }

  /** @param {State | null} before @param {State} state */
  won(before, state) {
    byId('after').hidden = !state.won;
    byId('board').classList.toggle('won', state.won);
    this.board.celebrate(state.won);
    if (state.won) this.showWin(state);
    if (state.won && !before?.won) {
      if (before) {
        this.bringBoard();
        sound('win');
      }
      const next = byId('next-after');
      // The keyboard goes on where the player wants to go on.
      if (before && next instanceof HTMLAnchorElement) next.focus({ preventScroll: true });
    }
  }

  /** @param {State} state */
  showWin(state) {
    const [name, reached] = state.measures[0] ?? ['', null];
    const { aim } = main.dataset;
    const best = aim ? Number(aim) : null;
    showWin(byId('win'), { stars: state.stars, reached, best, name: nameOf(name, reached ?? 0), time: clock(state.clock) });
    if (state.stars !== null) showStars(state.stars);
    const again = /** @type {HTMLAnchorElement | null} */ (document.getElementById('watch-again'));
    const picture = document.getElementById('win-picture');
    if (picture instanceof HTMLAnchorElement) {
      picture.hidden = !this.playKey || !byId('offline').hidden;
      picture.href = `/api/plays/${this.playKey}/win.gif`;
    }
    if (!again) return;
    again.hidden = !this.playKey || !byId('offline').hidden;
    if (this.playKey) again.href = `/replay/${this.playKey}`;
  }

  /** @param {string} text @param {boolean} [good] */
  say(text, good = false) {
    const said = byId('said');
    said.textContent = text;
    said.classList.toggle('good', good);
    this.placeSaid();
  }

  /** On a phone what is said stands right below the board, where no arrow is. */
  placeSaid() {
    const board = byId('play-board').querySelector('.board');
    if (board) byId('sheet').style.setProperty('--below-board', `${Math.round(board.getBoundingClientRect().bottom)}px`);
  }

  tick() {
    const element = document.querySelector('[data-figure=clock] dd');
    if (this.state?.running && element) element.textContent = clock(this.shownTime());
    setTimeout(() => this.tick(), 250);
  }

  // --- films over the board ---

  /** @param {import('./film.js').Film} film @param {(import('./film.js').Note | null)[]} [notes] @param {number} [at] where to begin */
  watch(film, notes, at = 0) {
    if (this.projector) this.closeFilm();
    else history.pushState({ film: true }, '');
    this.openSheet(false);
    byId('play-board').hidden = true;
    byId('film').hidden = false;
    this.projector = new Projector(byId('film-board'), byId('film-controls'), film, notes);
    if (at) this.projector.show(at);
    byId('film-controls').querySelector('button')?.focus({ preventScroll: true });
    byId('film').scrollIntoView({ block: 'nearest' });
  }

  /** The film is a page before this one, so that Back leaves the film and not the play. */
  leaveFilm() {
    if (this.projector && history.state?.film) history.back();
    else this.closeFilm();
  }

  /** The best known way, for whoever came to see it and has heard what it costs. */
  async watchBest() {
    history.replaceState(null, '', location.pathname);
    if (await askFirst(say('web.ask-film'))) await this.solver.stored('best');
  }

  closeFilm() {
    this.projector?.close();
    this.projector = null;
    byId('film').hidden = true;
    byId('play-board').hidden = false;
    byId('film-board').replaceChildren();
  }

  // --- after the win ---

  async review() {
    this.say(say('web.thinking'));
    try {
      await this.settle();
      const review = /** @type {import('./coach.js').Review} */ (await this.coach?.review());
      this.say(review.said.join(' '));
      const { showReview } = await import('./review.js');
      showReview(byId('review'), review, { film: (moves) => this.filmOf(moves), watch: (film, notes, at) => this.watch(film, notes, at) });
    } catch (problem) {
      this.say(sentenceOf(problem));
    }
  }

  /** Moves from the start of the level, by the rules in the page. @param {string[]} moves @returns {import('./film.js').Film | null} */
  filmOf(moves) {
    return this.desk && 'film' in this.desk ? this.desk.film(moves, main.dataset.text) : null;
  }

  /** The win as a moving picture, drawn in the page. */
  async savePicture() {
    if (!(this.desk instanceof LocalDesk)) return;
    this.say(say('web.making-picture'));
    try {
      const { savePicture } = await import('./win-picture.js');
      await savePicture(this.desk.rules.ask({ ask: 'frames' }).frames);
      this.say('');
    } catch {
      this.say(say('web.no-picture'));
    }
  }

  // --- buttons and keys ---

  /** Warns of lost positions, or no longer. */
  toggleWarning() {
    void choose('warn', warns() ? 'no' : 'yes');
    this.showWarning();
    if (this.state) this.update({ ...this.state, said: say(warns() ? 'web.warning' : 'web.no-warning') });
  }

  showSettings() {
    main.classList.toggle('hide-figures', chosen('figures') === 'hidden');
  }

  showWarning() {
    byId('warns').setAttribute('aria-pressed', String(warns()));
  }

  /** @param {string} what */
  perform(what) {
    /** @type {Record<string, () => void>} */
    const special = {
      hint: () => this.hints.next(),
      pause: () => this.pause(),
      mode: () => {
        const mode = this.state?.mode === 'challenge' ? 'relax' : 'challenge';
        void choose('mode', mode);
        this.order({ do: 'mode', mode });
      },
      'cancel-hint': () => this.hints.stop(),
      'leave-film': () => this.leaveFilm(),
      review: () => void this.review(),
      picture: () => void this.savePicture(),
      help: () => openHelp(),
      warn: () => this.toggleWarning(),
      hide: () => void choose('figures', main.classList.contains('hide-figures') ? 'shown' : 'hidden'),
      dead: () => document.getElementById('dead')?.setAttribute('aria-pressed', String(main.classList.toggle('show-dead'))),
      share: () => void copyAddress(new URL(byId('share').dataset.address ?? '', location.href).href),
      finding: () => void this.sendFinding(),
      menu: () => this.openSheet(!byId('sheet').classList.contains('open')),
      keep: () => {
        this.order({ do: 'keep', name: '1' });
        this.say(say('web.kept'));
      },
      recall: () => this.order({ do: 'recall', name: this.state?.kept.at(-1) ?? '' }),
    };
    if (special[what]) special[what]();
    else if (what.startsWith('rung-')) void this.hints.take(what.slice(5));
    else if (what.startsWith('arrow-')) this.order({ do: 'gesture', gesture: { arrow: what.slice(6) } });
    else this.order({ do: what });
  }

  /** Something is wrong here, says the player. */
  async sendFinding() {
    const { puzzle = '', text = '', aim } = main.dataset;
    const head = { puzzle, text, title: main.querySelector('h1')?.textContent ?? '', mode: this.state?.mode ?? '', aim: aim ? Number(aim) : null };
    const events = () => (this.desk instanceof LocalDesk && this.desk.journal?.events) || [];
    try {
      await this.desk?.settled();
      const { sendFinding } = await import('./finding.js');
      const said = await sendFinding({ key: this.playKey, won: this.state?.won ?? false, measures: this.state?.measures ?? [], head, events });
      if (said) this.say(said);
    } catch (problem) {
      this.say(sentenceOf(problem));
    }
  }

  /** On a phone: everything there is, over the end of the page. @param {boolean} open */
  openSheet(open) {
    byId('sheet').classList.toggle('open', open);
    if (open) this.bringBoard();
    byId('sheet').scrollTop = 0;
    byId('menu').setAttribute('aria-expanded', String(open));
  }

  /** On a phone: scrolls so that the board begins where the screen does, and nothing lies over it. */
  bringBoard() {
    if (getComputedStyle(byId('sheet')).position === 'fixed') byId('play-board').scrollIntoView({ block: 'start' });
  }

  pause() {
    this.openSheet(false);
    const paused = main.classList.toggle('paused');
    byId('paused').hidden = !paused;
    if (paused) this.send({ do: 'pause' });
    else this.board.focus();
  }

  listen() {
    addEventListener('scroll', () => this.placeSaid(), { passive: true });
    document.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('[data-do]') : null;
      if (button instanceof HTMLElement) this.perform(button.dataset.do ?? '');
    });
    addEventListener('popstate', () => {
      if (this.projector) this.closeFilm();
    });
    document.addEventListener('settings', () => this.showSettings());
    addEventListener('pagehide', () => this.desk?.send({ do: 'pause' }));
  }
}

/** The moves in what happened; none where something else happened too. @param {import('./journal.js').PlayEvent[] | undefined} events */
function movesOf(events = []) {
  const moves = events.map(([text]) => text.replace(/^move /, ''));
  return events.every(([text]) => text.startsWith('move ')) ? moves : [];
}

/** What a metric is called after a count. @param {string} metric @param {number} count */
function nameOf(metric, count) {
  return say(`figure.name-${metric.replaceAll('_', '-')}`, { count });
}

/** Is it told when a position is lost? */
function warns() {
  return chosen('warn') !== 'no';
}

const play = new Play();
void play.begin();
