// Keys on the page of a play: most belong to the board, some to buttons.

import { openHelp } from './help.js';

/** @type {Record<string, string>} */
const KEYS = { u: 'undo', z: 'undo', U: 'redo', y: 'redo', r: 'restart', t: 'hint', b: 'back', m: 'keep', "'": 'recall', c: 'mode', p: 'pause', x: 'hide', X: 'dead' };

export class Keys {
  /** @param {import('./play.js').Play} play */
  constructor(play) {
    this.play = play;
    /** @type {KeyboardEvent[]} keys whose meaning an answer decides that is not here yet */
    this.later = [];
    document.addEventListener('keydown', (event) => this.press(event));
    // Enter and space on the board are taken when they go down, in their turn among the other keys.
    document.addEventListener('keyup', (event) => {
      if (event.key === ' ' && isOnBoard(event.target)) event.preventDefault();
    });
  }

  /** Keys that came before the answer they depend on. */
  catchUp() {
    while (this.later.length && !this.play.desk?.isBusy) {
      const event = this.later.shift();
      if (event) this.press(event);
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { play } = this;
    const target = event.target;
    // Keys belong to the board, but not where a reader scrolls, follows links or fills in a form.
    if (target instanceof HTMLElement && target.closest('input, select, textarea, .top, .foot, .shelf, summary, #solver')) return;
    // What stands over the page has its own keys.
    if (document.querySelector('dialog[open]')) return;
    if (play.projector) {
      if (event.key === 'Escape') play.leaveFilm();
    } else if (play.isPaused) {
      if (event.key === 'Escape' || event.key === 'p') play.pause();
    } else if (!this.onBoard(event)) this.onButtons(event);
  }

  /** Was it for the board? @param {KeyboardEvent} event */
  onBoard(event) {
    const { play } = this;
    // Whether an arrow moves the cursor or what is held, the answer to the key before it decides.
    const isPlain = event.key !== 'Tab' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isPlain && play.desk?.isBusy && play.board.data?.arrows === 'cursor' && isOnBoard(event.target)) {
      event.preventDefault();
      this.later.push(event);
      return true;
    }
    if ((event.key === 'Enter' || event.key === ' ') && play.board.press()) {
      event.preventDefault();
      return true;
    }
    // Arrows belong to the board, wherever the focus is on this page but in a field.
    if (!play.board.key(event)) return false;
    event.preventDefault();
    // After a win the keyboard is where the player goes on.
    if (!isOnBoard(document.activeElement) && !play.state?.won) play.board.focus();
    return true;
  }

  /** @param {KeyboardEvent} event */
  onButtons(event) {
    const { play } = this;
    if ((event.ctrlKey || event.metaKey) && event.key === 'z') {
      event.preventDefault();
      play.perform(event.shiftKey ? 'redo' : 'undo');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'n') document.querySelector('#next[href]')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    else if (event.key === '?') openHelp();
    else if (event.key === 'Escape' && play.hints.thinking) play.hints.stop();
    else if (event.key === 'Escape') play.openSheet(false);
    else if (KEYS[event.key]) play.perform(KEYS[event.key]);
  }
}

/** @param {EventTarget | null} target */
function isOnBoard(target) {
  return target instanceof Element && target.closest('.cells') !== null;
}
