// Learning by doing: tiny levels one after another, each with one sentence. Nothing is kept, and nobody is asked:
// the rules are in the page.

import { Board } from './board.js';
import { opened } from './preview.js';
import { loadRules } from './rules.js';
import { sound, soundOf } from './sound.js';
import { say } from './words.js';

/** How long a win is looked at before the next step, in milliseconds. */
const REST = 900;

const main = /** @type {HTMLElement} */ (document.querySelector('main.teach'));
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const steps = /** @type {HTMLElement[]} */ ([...byId('steps').children]);

class Teacher {
  /** @param {import('./rules.js').Rules} rules */
  constructor(rules) {
    this.rules = rules;
    this.board = new Board(byId('board'), (gesture) => this.order({ do: 'gesture', gesture }), (gesture) => this.preview(gesture));
    this.at = 0;
    this.isWon = false;
    document.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('[data-do]') : null;
      if (button instanceof HTMLElement) this.perform(button.dataset.do ?? '');
    });
    document.addEventListener('keydown', (event) => this.key(event));
    this.open(0);
  }

  /** @param {number} at */
  open(at) {
    clearTimeout(this.rest);
    this.at = at;
    this.isWon = false;
    const step = steps[at];
    const { puzzle = '' } = main.dataset;
    byId('step').textContent = say('web.step-of', { at: at + 1, of: steps.length });
    byId('task').textContent = step.textContent;
    const told = opened(this.rules, { puzzle, text: step.dataset.text ?? '' });
    this.board.celebrate(false);
    this.board.show(told.board);
    this.update(told.state);
  }

  /** @param {Record<string, unknown>} order */
  order(order) {
    const told = this.rules.ask({ ask: 'order', ...order });
    soundOf(told, false);
    if (told.is !== 'change') return;
    const events = /** @type {[string, number][]} */ (told.events);
    this.board.change({ ...told, moves: events.map(([text]) => text.replace(/^move /, '')) });
    this.update(told.state);
  }

  /** @param {import('./board.js').Gesture | null} gesture */
  preview(gesture) {
    const shown = this.rules.ask({ ask: 'preview', gesture });
    if (shown.is !== 'preview') return false;
    this.board.change(shown);
    return true;
  }

  /** @param {any} state */
  update(state) {
    this.board.setHeld(state.held);
    for (const [name, on] of /** @type {[string, boolean][]} */ ([['undo', state.can_undo], ['restart', state.moves > 0]])) {
      const button = document.querySelector(`[data-do=${name}]`);
      if (button instanceof HTMLButtonElement) button.disabled = !on;
    }
    byId('board').classList.toggle('won', state.won);
    this.board.celebrate(state.won);
    if (state.won && !this.isWon) this.won();
    this.isWon = state.won;
  }

  won() {
    sound('win');
    byId('task').textContent = say('web.well-done');
    this.rest = setTimeout(() => this.next(), REST);
  }

  next() {
    if (this.at + 1 < steps.length) {
      this.open(this.at + 1);
      return;
    }
    clearTimeout(this.rest);
    byId('learned').hidden = false;
    byId('task').textContent = '';
    byId('learned').querySelector('a')?.focus();
  }

  /** @param {string} what */
  perform(what) {
    if (what === 'skip') this.next();
    else {
      clearTimeout(this.rest);
      this.order({ do: what });
      if (!this.isWon) byId('task').textContent = steps[this.at].textContent;
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target instanceof HTMLElement && event.target.closest('.top, .foot')) return;
    if ((event.key === 'Enter' || event.key === ' ') && this.board.press()) event.preventDefault();
    else if (this.board.key(event)) {
      event.preventDefault();
      this.board.focus();
    } else if (event.key === 'u' || event.key === 'z') this.perform('undo');
  }
}

const rules = await loadRules(main.dataset.rules);
if (rules) new Teacher(rules);
else byId('task').textContent = say('web.cannot-teach');
