// The board of a racer: one level after another, each an ordinary play at a desk of its own. Nothing here helps: no hints,
// no solvers, and the clock that counts is the server's.

import { Board } from './board.js';
import { LocalDesk, RemoteDesk } from './desk.js';
import { figure, showFigures } from './figures.js';
import { openHelp } from './help.js';
import { say } from './words.js';

/** @typedef {{ key: string, player: string, level: string, puzzle: string, text: string, aim: number | null, place: number }} Leg */

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class RaceTable {
  /** @param {import('./rules.js').Rules | null} rules @param {{ solved: () => void, say: (text: string) => void, connected: (isUp: boolean) => void }} listener */
  constructor(rules, listener) {
    this.rules = rules;
    this.listener = listener;
    this.board = new Board(byId('board'), (gesture) => this.order({ do: 'gesture', gesture }), (gesture) => this.preview(gesture));
    /** @type {import('./play.js').State | null} */
    this.state = null;
    /** @type {LocalDesk | RemoteDesk | undefined} */
    this.desk = undefined;
    document.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('[data-do]') : null;
      if (button instanceof HTMLElement) this.perform(button.dataset.do ?? '');
    });
    document.addEventListener('keydown', (event) => this.key(event));
    document.addEventListener('keyup', (event) => {
      if (event.key === ' ' && isOnBoard(event.target)) event.preventDefault();
    });
  }

  /** Puts a level on the board. @param {Leg} leg */
  async begin(leg) {
    const { key, player, level, puzzle, text, aim } = leg;
    this.close();
    this.leg = leg;
    this.state = null;
    const setting = { level, puzzle, text, aim, again: false, mode: 'relax', play: { key, player } };
    const listener = {
      tell: (/** @type {any} */ message) => this.hear(leg, message),
      connected: this.listener.connected,
      isWelcome: async () => true,
      say: this.listener.say,
      begun: () => {},
      another: () => location.reload(),
    };
    this.desk = this.rules ? new LocalDesk(setting, listener, this.rules) : new RemoteDesk(setting, listener);
    byId('play-board').hidden = false;
    byId('figures').hidden = false;
    await this.desk.begin();
    this.board.focus();
  }

  /** Hangs up: what is on the board stays. */
  close() {
    if (this.desk instanceof LocalDesk) {
      this.desk.close();
      this.desk.journal?.release();
    } else this.desk?.line?.close();
    this.desk = undefined;
  }

  /** @param {Record<string, unknown>} order */
  order(order) {
    if (!this.state?.won) this.desk?.send(order);
  }

  /** @param {string} what */
  perform(what) {
    if (what.startsWith('arrow-')) this.order({ do: 'gesture', gesture: { arrow: what.slice(6) } });
    else if (['undo', 'redo', 'restart', 'done'].includes(what)) this.order({ do: what });
  }

  /** @param {import('./board.js').Gesture | null} gesture */
  preview(gesture) {
    const shown = this.desk?.preview(gesture);
    if (shown?.is !== 'preview') return false;
    this.board.change(shown);
    return true;
  }

  /** @param {Leg} leg @param {any} message */
  hear(leg, message) {
    if (leg !== this.leg) return;
    if (message.is === 'board') this.board.show(message.board);
    else if (message.is === 'change') this.board.change(message);
    else if (message.is === 'refused') this.listener.say(message.message);
    if (message.state) this.update(message.state);
  }

  /** @param {import('./play.js').State} state */
  update(state) {
    const wasWon = this.state?.won ?? false;
    this.state = state;
    this.board.setHeld(state.held);
    byId('pad').hidden = this.board.data?.arrows === 'cursor' && !this.board.arrowsActOnHeld();
    for (const [id, on] of /** @type {[string, boolean][]} */ ([['undo', state.can_undo], ['redo', state.can_redo], ['restart', state.moves > 0]])) {
      for (const button of document.querySelectorAll(`[data-do=${id}]`)) /** @type {HTMLButtonElement} */ (button).disabled = !on || state.won;
    }
    showFigures(byId('figures'), state.measures.map(([name, value]) => figureOf(name, value)));
    byId('board').classList.toggle('won', state.won);
    this.board.celebrate(state.won);
    if (state.won && !wasWon) void this.arrive();
  }

  /** The page says it is solved; the server has the last word, so it is asked when it has heard everything. */
  async arrive() {
    const { leg } = this;
    await this.desk?.settled();
    if (leg === this.leg) this.listener.solved();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    if (!this.desk || this.state?.won || byId('play-board').hidden) return;
    if (target instanceof HTMLElement && target.closest('input, select, textarea, .top, .foot, summary')) return;
    if (document.querySelector('dialog[open]')) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'z') {
      event.preventDefault();
      this.perform(event.shiftKey ? 'redo' : 'undo');
    } else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if ((event.key === 'Enter' || event.key === ' ') && this.board.press()) event.preventDefault();
    else if (this.board.key(event)) {
      event.preventDefault();
      if (!isOnBoard(document.activeElement)) this.board.focus();
    } else if (event.key === 'u') this.perform('undo');
    else if (event.key === 'U') this.perform('redo');
    else if (event.key === 'r') this.perform('restart');
    else if (event.key === '?') openHelp();
  }
}

/** @param {string} name @param {number} value */
function figureOf(name, value) {
  const shown = figure(say(`figure.name-${name.replaceAll('_', '-')}`, { count: value }), name === 'fill' ? `${value} %` : String(value));
  shown.dataset.figure = name;
  return shown;
}

/** @param {EventTarget | null} target */
function isOnBoard(target) {
  return target instanceof Element && target.closest('.cells') !== null;
}
