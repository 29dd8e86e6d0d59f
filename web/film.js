// A film: a board and the changes that follow. Steps go both ways, by hand or by themselves.

import { Board } from './board.js';
import { shorts } from './speak.js';
import { say } from './words.js';

/**
 * @typedef {{ move: string, changed: import('./board.js').Piece[], gone: number[], marks: string | null,
 *   ground?: import('./board.js').Ground, figures: string, advice?: string, at: number | null }} Step
 * @typedef {{ board: import('./board.js').BoardData, steps: Step[], title: string }} Film
 * @typedef {{ sign: string, kind: 'fine' | 'costly' | 'lost', text: string }} Note
 */

const SPEEDS = [1, 2, 4, 8, 16, 32];

export class Projector {
  /**
   * @param {HTMLElement} host where the board is
   * @param {HTMLElement} controls where the buttons go
   * @param {Film} film
   * @param {(Note | null)[]} notes what is said of each step, if anything is
   */
  constructor(host, controls, film, notes = []) {
    this.film = film;
    this.notes = notes;
    this.board = new Board(host);
    this.board.show(film.board);
    this.at = 0;
    this.speed = 2;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.pieces = new Map(film.board.pieces.map((piece) => [piece.id, piece]));
    let marks = film.board.marks;
    this.marks = [marks, ...film.steps.map((step) => (marks = step.marks ?? marks))];
    let ground = { svg: film.board.ground, cells: film.board.cells };
    this.grounds = [ground, ...film.steps.map((step) => (ground = step.ground ?? ground))];
    this.backwards = this.everyWayBack();
    this.names = shorts(film);
    this.buildControls(controls);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.onKey);
    this.show(0);
  }

  /** For every step the pieces that it changed, as they were before; undefined where there was none. */
  everyWayBack() {
    const pieces = new Map(this.pieces);
    return this.film.steps.map((step) => {
      const touched = [...step.gone, ...step.changed.map((piece) => piece.id)];
      const before = touched.map((id) => /** @type {const} */ ([id, pieces.get(id)]));
      for (const id of step.gone) pieces.delete(id);
      for (const piece of step.changed) pieces.set(piece.id, piece);
      return before;
    });
  }

  /** Goes from where the film stands to another place; what must be drawn anew. @param {number} at */
  changesTo(at) {
    /** @type {Map<number, import('./board.js').Piece | undefined>} */
    const touched = new Map();
    for (let step = this.at; step < at; step++) {
      for (const id of this.film.steps[step].gone) touched.set(id, undefined);
      for (const piece of this.film.steps[step].changed) touched.set(piece.id, piece);
    }
    for (let step = this.at - 1; step >= at; step--) {
      for (const [id, piece] of this.backwards[step]) touched.set(id, piece);
    }
    const gone = [...touched.keys()].filter((id) => !touched.get(id) && this.pieces.has(id));
    const changed = [...touched.values()].filter((piece) => piece !== undefined);
    for (const id of gone) this.pieces.delete(id);
    for (const piece of changed) this.pieces.set(piece.id, piece);
    const ground = this.grounds[at] === this.grounds[this.at] ? null : this.grounds[at];
    return { changed, gone, marks: this.marks[at], ground };
  }

  /** @param {HTMLElement} controls */
  buildControls(controls) {
    const button = (/** @type {string} */ sign, /** @type {string} */ id, /** @type {() => void} */ act) => {
      const element = document.createElement('button');
      element.type = 'button';
      element.textContent = sign;
      element.setAttribute('aria-label', say(id));
      element.title = say(id);
      element.addEventListener('click', act);
      return element;
    };
    this.playButton = button('▶', 'web.film-play', () => this.toggle());
    this.slider = document.createElement('input');
    this.slider.type = 'range';
    this.slider.min = '0';
    this.slider.max = String(this.film.steps.length);
    this.slider.setAttribute('aria-label', say('web.film-place'));
    this.slider.addEventListener('input', () => this.show(Number(this.slider?.value)));
    this.faster = button('', 'web.film-speed', () => this.changeSpeed());
    this.caption = document.createElement('p');
    this.caption.className = 'live';
    this.caption.setAttribute('role', 'status');
    const row = document.createElement('div');
    row.className = 'transport';
    row.append(
      button('«', 'web.film-first', () => this.show(0)),
      button('‹', 'web.film-back', () => this.show(this.at - 1)),
      this.playButton,
      button('›', 'web.film-forward', () => this.show(this.at + 1)),
      button('»', 'web.film-last', () => this.show(this.film.steps.length)),
      this.faster,
    );
    controls.replaceChildren(row, this.slider, this.caption);
    this.nameSpeed();
  }

  changeSpeed() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.nameSpeed();
  }

  nameSpeed() {
    if (this.faster) this.faster.textContent = say('web.film-rate', { rate: this.speed });
  }

  /** @param {number} at */
  show(at) {
    const last = this.film.steps.length;
    at = Math.max(0, Math.min(at, last));
    const isStep = Math.abs(at - this.at) === 1;
    const change = () => this.board.change(this.changesTo(at));
    if (isStep) change();
    else this.board.still(change);
    this.at = at;
    if (this.slider) this.slider.value = String(at);
    if (this.caption) {
      const step = this.film.steps[at - 1];
      this.caption.textContent = step
        ? say('web.film-at', { at, of: last, move: this.names[at - 1], figures: step.figures })
        : say('web.film-start', { of: last });
    }
    this.note(at);
    if (at === last) this.stop();
  }

  /** What is said of the step before a place: on the board and below it. @param {number} at */
  note(at) {
    const [note, step] = [this.notes[at - 1], this.film.steps[at - 1]];
    if (!note || !step) return;
    const about = step.changed.filter(({ handling, cells }) => cells.length && handling !== 'walks');
    this.board.judge((about[0] ?? step.changed[0])?.cells ?? [], note.sign, note.kind);
    if (this.caption && note.text) this.caption.textContent += ` ${note.text}`;
  }

  toggle() {
    if (this.timer !== undefined) {
      this.stop();
      return;
    }
    if (this.at === this.film.steps.length) this.show(0);
    if (this.playButton) {
      this.playButton.textContent = '❚❚';
      this.playButton.setAttribute('aria-label', say('web.film-pause'));
    }
    const tick = () => {
      this.timer = setTimeout(tick, 1000 / this.speed);
      this.show(this.at + 1);
    };
    this.timer = setTimeout(tick, 1000 / this.speed);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.playButton) {
      this.playButton.textContent = '▶';
      this.playButton.setAttribute('aria-label', say('web.film-play'));
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target;
    if (target instanceof HTMLElement && target.closest('button, input, select, textarea, a') && event.key === ' ') return;
    if (target instanceof HTMLElement && target.closest('input, select, textarea')) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.show(this.at + 1),
      ArrowLeft: () => this.show(this.at - 1),
      Home: () => this.show(0),
      End: () => this.show(this.film.steps.length),
      ' ': () => this.toggle(),
      '+': () => this.changeSpeed(),
    };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  close() {
    this.stop();
    document.removeEventListener('keydown', this.onKey);
  }
}
