// The ladder of hints: every rung says more, and shows it on the board.

import { askFirst } from './ask-first.js';
import { sentenceOf } from './problem.js';
import { moved } from './speak.js';
import { say } from './words.js';

/** From each press of the button to the next; the whole way is chosen by name. */
const RUNGS = ['distance', 'piece', 'move', 'moves'];
/** Between moves that are played for somebody, so that the eye can follow, in milliseconds. */
const PAUSE = 350;

export class Hints {
  /** @param {import('./play.js').Play} play */
  constructor(play) {
    this.play = play;
    /** @type {AbortController | null} */
    this.thinking = null;
    this.isPlayingOut = false;
    this.rung = 0;
    /** How many events there were when the last one was asked for. */
    this.rungAt = -1;
  }

  /** Whoever does something meanwhile goes on alone. */
  stop() {
    this.thinking?.abort();
    this.isPlayingOut = false;
  }

  /** Every press climbs one rung, until the position changes. */
  next() {
    const at = this.play.state?.number ?? 0;
    this.rung = this.rungAt === at ? Math.min(this.rung + 1, RUNGS.length - 1) : 0;
    this.rungAt = at;
    void this.take(RUNGS[this.rung]);
  }

  /** @param {string} rung */
  async take(rung) {
    const { play } = this;
    // Below it nothing is given away that cannot be earned again.
    if (rung === 'moves' && play.state?.mode !== 'challenge' && !(await askFirst(say('web.ask-moves')))) return;
    this.stop();
    const thinking = new AbortController();
    this.thinking = thinking;
    play.openSheet(false);
    play.say(say('web.thinking'));
    showCancel(true);
    try {
      await play.settle();
      const hint = /** @type {import('./coach.js').Hint} */ (await play.coach?.hint(rung, thinking.signal));
      this.show(rung, hint);
      if (rung === 'moves') await this.playOut(hint.moves, thinking.signal);
      if (rung === 'solution' && hint.film) play.watch(hint.film);
    } catch (problem) {
      if (thinking.signal.aborted) play.say(say('web.cancelled'));
      else play.say(sentenceOf(problem));
    } finally {
      if (this.thinking === thinking) {
        this.thinking = null;
        showCancel(false);
      }
    }
  }

  /** In words, and on the board. @param {string} rung @param {import('./coach.js').Hint} hint */
  show(rung, hint) {
    const { board } = this.play;
    const next = rung === 'move' ? hint.film?.steps[0] : undefined;
    const move = next && moved(board.pieces, next);
    this.play.say([...(next?.advice ? [next.advice] : []), ...hint.said].join(' '));
    if (move) board.pointOut(move);
    else board.look(hint.cells);
  }

  /** Plays moves on the board, one after another, until somebody asks for something else. @param {string[]} moves @param {AbortSignal} signal */
  async playOut(moves, signal) {
    this.isPlayingOut = true;
    for (const text of moves) {
      if (signal.aborted) return;
      this.play.send({ do: 'move', text });
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    this.isPlayingOut = false;
  }
}

/** @param {boolean} isShown */
function showCancel(isShown) {
  const button = document.getElementById('cancel-hint');
  if (button) button.hidden = !isShown;
}
