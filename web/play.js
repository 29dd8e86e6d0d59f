// The page of a play: gestures become orders to a desk, in the page or at the server, and what the desk tells is
// shown.

import { ask } from './api.js';
import { askFirst } from './ask-first.js';
import { Board } from './board.js';
import { Projector } from './film.js';
import { AloneDesk } from './alone.js';
import { coachOf } from './coach.js';
import { LocalDesk, RemoteDesk } from './desk.js';
import { aboutFigure, openHelp } from './help.js';
import { bringLevel, showStars } from './levels.js';
import { Pictures } from './pictures.js';
import { isAlone } from './place.js';
import { loadRules } from './rules.js';
import { fillShell } from './shell.js';
import { chosen, choose } from './settings.js';
import { Solver } from './solver.js';
import { sound, soundOf } from './sound.js';
import { moved, sentence, shorts } from './speak.js';
import { showWin, starsOf } from './win.js';
import { say } from './words.js';

/**
 * @typedef {{ number: number, moves: number, measures: [string, number][], figures: string, won: boolean,
 *   can_turn: boolean, backwards: boolean, can_be_done: boolean, stuck: string | null, held: import('./board.js').Spot | null, clock: number, running: boolean,
 *   can_undo: boolean, can_redo: boolean, stars: number | null, helped: boolean, said: string | null, mode: string,
 *   kept: string[], record: string | null }} State
 */

const main = /** @type {HTMLElement} */ (document.querySelector('main.play'));
await fillShell(main);
const level = main.dataset.level ?? '';
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Whoever opens the panel gets the doctor; pages are lighter without. @param {HTMLElement} panel */
async function callDoctor(panel) {
  const { Doctor } = await import('./doctor.js');
  const { puzzle = '', text = '' } = main.dataset;
  new Doctor(panel, () => ({ puzzle, text }));
}

class Play {
  constructor() {
    this.board = new Board(byId('board'), (gesture) => this.order({ do: 'gesture', gesture }), (gesture) => this.preview(gesture));
    this.playKey = '';
    /** @type {State | null} */
    this.state = null;
    /** @type {AbortController | null} */
    this.thinking = null;
    /** @type {Projector | null} */
    this.projector = null;
    /** @type {KeyboardEvent[]} keys whose meaning an answer decides that is not here yet */
    this.later = [];
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
      if (isAlone && !rules) throw new Error(say('web.no-rules'));
      const Desk = isAlone ? AloneDesk : LocalDesk;
      this.desk = rules ? new Desk(setting, listener, rules) : new RemoteDesk(setting, listener);
      this.coach = coachOf(this.desk, () => this.playKey, main.dataset.engines !== undefined);
      this.solver.coach = 'solve' in this.coach ? this.coach : null;
      await this.desk.begin();
      if (location.hash === '#watch') await this.watchBest();
    } catch (problem) {
      this.say(problem instanceof Error ? problem.message : say('web.unreachable'));
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
    this.catchUp();
  }

  /** @param {Record<string, unknown>} order */
  order(order) {
    if (this.projector || main.classList.contains('paused')) return;
    this.thinking?.abort();
    this.playingOut = false;
    this.isGesture = order.do === 'gesture';
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
    if (message.is !== 'board') this.soundOf(message);
    if (message.state) this.update(message.state);
    this.showWaiting();
    this.catchUp();
  }

  /** @param {any} message */
  soundOf(message) {
    // Whoever takes something in hand, or puts it down, has moved nothing and is not blocked.
    const held = (/** @type {State | null} */ state) => JSON.stringify(state?.held ?? null);
    soundOf(message, this.isGesture === true && (!message.state || held(message.state) === held(this.state)));
    this.isGesture = false;
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

  /** Keys that came before the answer they depend on. */
  catchUp() {
    while (this.later.length && !this.desk?.isBusy) {
      const event = this.later.shift();
      if (event) this.key(event);
    }
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
    // What was said of another position is not true of this one.
    if (state.said) this.say(state.said, state.won);
    else if (before && before.moves !== state.moves && !this.playingOut) this.say('');
  }

  /** @param {[string, number][]} measures */
  showFigures(measures) {
    const shown = measures.map(([name, value]) => figure(say(`figure.name-${name.replaceAll('_', '-')}`), name === 'fill' ? `${value} %` : String(value), undefined, aboutFigure(name)));
    shown.push(figure(say('web.time'), clock(this.shownTime()), 'clock'));
    const figures = byId('figures');
    const names = (/** @type {Iterable<Element>} */ groups) => [...groups].map((group) => group.getAttribute('data-figure')).join();
    // The same figures stay where they are, with other values.
    if (names(figures.children) !== names(shown)) figures.replaceChildren(...shown);
    else shown.forEach((group, place) => setText(figures.children[place].lastElementChild, group.lastElementChild?.textContent ?? ''));
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
    const { aim, wants = 'least' } = main.dataset;
    const win = {
      stars: state.stars, helped: state.helped, reached, best: aim ? Number(aim) : null, wants,
      name: say(`figure.name-${name.replaceAll('_', '-')}`), time: clock(state.clock),
    };
    showWin(byId('win'), win);
    showStars(starsOf(win) ?? 1);
    const again = /** @type {HTMLAnchorElement | null} */ (document.getElementById('watch-again'));
    const picture = /** @type {HTMLAnchorElement | null} */ (document.getElementById('win-picture'));
    if (picture) {
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
  }

  tick() {
    const element = document.querySelector('[data-figure=clock] dd');
    if (this.state?.running && element) element.textContent = clock(this.shownTime());
    setTimeout(() => this.tick(), 250);
  }

  // --- hints ---

  /** @param {string} rung */
  async hint(rung) {
    // Below it nothing is given away that cannot be earned again.
    if (rung === 'moves' && this.state?.mode !== 'challenge' && !(await askFirst(say('web.ask-moves')))) return;
    this.thinking?.abort();
    const thinking = new AbortController();
    this.thinking = thinking;
    this.openSheet(false);
    this.say(say('web.thinking'));
    byId('cancel-hint').hidden = false;
    try {
      await this.settle();
      const hint = /** @type {import('./coach.js').Hint} */ (await this.coach?.hint(rung, thinking.signal));
      const next = rung === 'move' ? hint.film?.steps[0] : undefined;
      const move = next && moved(this.board.pieces, next);
      this.say([...(next ? [sentence(this.board.pieces, next)] : []), ...hint.said].join(' '));
      if (move) this.board.pointOut(move);
      else this.board.look(hint.cells);
      if (rung === 'moves') await this.playOut(hint.moves);
      if (rung === 'solution' && hint.film) this.watch(hint.film);
    } catch (problem) {
      if (thinking.signal.aborted) this.say(say('web.cancelled'));
      else this.say(problem instanceof Error ? problem.message : say('web.unreachable'));
    } finally {
      if (this.thinking === thinking) {
        this.thinking = null;
        byId('cancel-hint').hidden = true;
      }
    }
  }

  /** Plays moves on the board, one after another, so that the eye can follow. @param {string[]} moves */
  async playOut(moves) {
    this.playingOut = true;
    for (const text of moves) {
      // Whoever does something meanwhile goes on alone.
      if (!this.playingOut) return;
      this.send({ do: 'move', text });
      await new Promise((resolve) => setTimeout(resolve, 350));
    }
    this.playingOut = false;
  }

  /** The ladder: every press climbs one rung, until the position changes. */
  nextHint() {
    const rungs = ['distance', 'piece', 'move', 'moves', 'solution'];
    const at = this.state?.number ?? 0;
    this.rung = this.rungAt === at ? Math.min((this.rung ?? 0) + 1, 3) : 0;
    this.rungAt = at;
    this.hint(rungs[this.rung]);
  }

  // --- films over the board ---

  /** @param {import('./film.js').Film} film */
  watch(film) {
    if (this.projector) this.closeFilm();
    else history.pushState({ film: true }, '');
    this.openSheet(false);
    byId('play-board').hidden = true;
    byId('film').hidden = false;
    this.projector = new Projector(byId('film-board'), byId('film-controls'), film);
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
      const list = byId('review');
      const names = this.namesOf(review.moves.map((one) => one.move));
      list.replaceChildren(...review.moves.map((one, at) => {
        const move = document.createElement('span');
        move.textContent = `${at + 1}. ${names[at]}`;
        if (one.loses || (one.cost ?? 0) > 0) {
          const cost = document.createElement('span');
          cost.className = 'cost';
          cost.textContent = one.loses ? ` ${say('web.loses')}` : ` +${one.cost}`;
          move.append(cost);
        }
        return move;
      }));
      if (review.better.length) {
        const better = document.createElement('p');
        const before = review.moves.slice(0, review.first_mistake ?? 0).map((one) => one.move);
        const betterNames = this.namesOf([...before, ...review.better]).slice(before.length);
        better.textContent = say('web.better', { moves: betterNames.join(', ') });
        list.append(better);
      }
    } catch (problem) {
      this.say(problem instanceof Error ? problem.message : say('web.unreachable'));
    }
  }

  /** Moves from the start of the level as people write them; as they are where the rules are not in the page. @param {string[]} moves */
  namesOf(moves) {
    const { text } = main.dataset;
    return this.desk && 'film' in this.desk ? shorts(this.desk.film(moves, text)) : moves;
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
      hint: () => this.nextHint(),
      pause: () => this.pause(),
      mode: () => {
        const mode = this.state?.mode === 'challenge' ? 'relax' : 'challenge';
        void choose('mode', mode);
        this.order({ do: 'mode', mode });
      },
      'cancel-hint': () => this.thinking?.abort(),
      'leave-film': () => this.leaveFilm(),
      review: () => void this.review(),
      help: () => openHelp(),
      warn: () => this.toggleWarning(),
      hide: () => void choose('figures', main.classList.contains('hide-figures') ? 'shown' : 'hidden'),
      dead: () => byId('dead').setAttribute('aria-pressed', String(main.classList.toggle('show-dead'))),
      share: () => void share(),
      finding: () => void this.sendFinding(),
      menu: () => this.openSheet(!byId('sheet').classList.contains('open')),
      keep: () => {
        this.order({ do: 'keep', name: '1' });
        this.say(say('web.kept'));
      },
      recall: () => this.order({ do: 'recall', name: this.state?.kept.at(-1) ?? '' }),
    };
    if (special[what]) special[what]();
    else if (what.startsWith('rung-')) void this.hint(what.slice(5));
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
      this.say(problem instanceof Error ? problem.message : say('web.unreachable'));
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
    document.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('[data-do]') : null;
      if (button instanceof HTMLElement) this.perform(button.dataset.do ?? '');
    });
    document.addEventListener('keydown', (event) => this.key(event));
    // Enter and space on the board are taken when they go down, in their turn among the other keys.
    document.addEventListener('keyup', (event) => {
      if (event.key === ' ' && isOnBoard(event.target)) event.preventDefault();
    });
    addEventListener('popstate', () => {
      if (this.projector) this.closeFilm();
    });
    document.addEventListener('settings', () => this.showSettings());
    addEventListener('pagehide', () => this.desk?.send({ do: 'pause' }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target;
    // Keys belong to the board, but not where a reader scrolls, follows links or fills in a form.
    if (target instanceof HTMLElement && target.closest('input, select, textarea, .top, .foot, .shelf, summary, #solver')) return;
    // What stands over the page has its own keys.
    if (document.querySelector('dialog[open]')) return;
    if (this.projector) {
      if (event.key === 'Escape') this.leaveFilm();
      return;
    }
    if (main.classList.contains('paused')) {
      if (event.key === 'Escape' || event.key === 'p') this.pause();
      return;
    }
    // Whether an arrow moves the cursor or what is held, the answer to the key before it decides.
    const isPlain = event.key !== 'Tab' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isPlain && this.desk?.isBusy && this.board.data?.arrows === 'cursor' && isOnBoard(target)) {
      event.preventDefault();
      this.later.push(event);
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && this.board.press()) {
      event.preventDefault();
      return;
    }
    // Arrows belong to the board, wherever the focus is on this page but in a field.
    if (this.board.key(event)) {
      event.preventDefault();
      // After a win the keyboard is where the player goes on.
      if (!isOnBoard(document.activeElement) && !this.state?.won) this.board.focus();
      return;
    }
    /** @type {Record<string, string>} */
    const keys = { u: 'undo', z: 'undo', U: 'redo', y: 'redo', r: 'restart', t: 'hint', b: 'back', m: 'keep', "'": 'recall', c: 'mode', p: 'pause', x: 'hide', ...(document.getElementById('dead') && { X: 'dead' }) };
    if ((event.ctrlKey || event.metaKey) && event.key === 'z') {
      event.preventDefault();
      this.perform(event.shiftKey ? 'redo' : 'undo');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'n') document.querySelector('#next[href]')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    else if (event.key === '?') openHelp();
    else if (event.key === 'Escape' && this.thinking) this.thinking.abort();
    else if (event.key === 'Escape') this.openSheet(false);
    else if (keys[event.key]) this.perform(keys[event.key]);
  }
}

/** @param {EventTarget | null} target */
function isOnBoard(target) {
  return target instanceof Element && target.closest('.cells') !== null;
}

/** The moves in what happened; none where something else happened too. @param {import('./journal.js').PlayEvent[] | undefined} events */
function movesOf(events = []) {
  const moves = events.map(([text]) => text.replace(/^move /, ''));
  return events.every(([text]) => text.startsWith('move ')) ? moves : [];
}

/** Writes only what is new. @param {Element | null} element @param {string} text */
function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/** @param {string} name @param {string} value @param {string} [id] @param {string} [about] what it counts */
function figure(name, value, id, about = '') {
  const group = document.createElement('div');
  if (about) group.title = about;
  group.dataset.figure = id ?? name;
  const term = document.createElement('dt');
  term.textContent = name;
  const data = document.createElement('dd');
  data.textContent = value;
  group.append(term, data);
  return group;
}

/** @param {number} milliseconds */
function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Is it told when a position is lost? */
function warns() {
  return chosen('warn') !== 'no';
}

async function share() {
  const address = new URL(byId('share').dataset.address ?? '', location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    byId('said').textContent = say('web.copied');
  } catch {
    byId('said').textContent = address;
  }
}

const play = new Play();
void play.begin();
