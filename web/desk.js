// Where orders go. Both desks take the same orders and tell the same messages: one is the server, at the end
// of a line; the other is in the page, with the rules, and tells the server what happened as soon as it can.

import { ask } from './api.js';
import { Journal, nowPlays } from './journal.js';
import { Line } from './line.js';
import { Said } from './problem.js';
import { say } from './words.js';

/**
 * @typedef {import('./board.js').Gesture} Gesture
 * @typedef {import('./journal.js').PlayEvent} PlayEvent
 * @typedef {{ level: string, puzzle: string, text: string, aim: number | null, again: boolean, mode: string, title?: string,
 *   pack?: string, play?: { key: string, player: string } }} Setting `play` is given where the play is there already, as in a race
 * @typedef {{ tell: (message: any) => void, connected: (isUp: boolean) => void, isWelcome: () => Promise<boolean>,
 *   say: (text: string) => void, begun: (key: string) => void, another: () => void }} Listener
 */

/** A line that is refused so often in a row does not come up. */
const MOST_REFUSALS = 3;
/** Events that go to the server in one message. */
const AT_ONCE = 500;

/** How long whoever asks the server waits for it to hear what happened before, in milliseconds. */
const PATIENCE = 5000;

/** Waits until a desk is settled, or long enough. @param {{ isUnsettled: boolean }} desk */
async function settled(desk) {
  const begun = performance.now();
  while (desk.isUnsettled && performance.now() - begun < PATIENCE) await new Promise((resolve) => setTimeout(resolve, 20));
}

/**
 * Asks the server for a play. One tab after the other: two at once would make two guests of a first visitor.
 * @param {{ level: string, mode: string, again: boolean }} wish
 */
function askForPlay(wish) {
  const asking = () => ask('POST', '/api/plays', wish);
  return globalThis.navigator?.locks ? navigator.locks.request('ask-for-play', asking) : asking();
}

/** The address of a play's line. @param {string} key @param {Setting} setting @param {string} [more] */
const address = (key, setting, more = '') => `/api/plays/${key}/live?level=${setting.level}&mode=${setting.mode}${more}`;

/** The server carries out every order. */
export class RemoteDesk {
  /** @param {Setting} setting @param {Listener} listener */
  constructor(setting, listener) {
    this.setting = setting;
    this.listener = listener;
  }

  async begin() {
    const { level, mode, again } = this.setting;
    const play = this.setting.play ?? (await askForPlay({ level, mode, again }));
    this.listener.begun(play.key);
    if ('resumed' in play && play.resumed) this.listener.say(say('web.resumed'));
    const { tell, connected, isWelcome } = this.listener;
    this.line = new Line(address(play.key, this.setting), tell, connected, isWelcome);
  }

  /** @param {Record<string, unknown>} order */
  send(order) {
    this.line?.send(order);
  }

  /** Is an answer under way on which the meaning of the next key may depend? */
  get isBusy() {
    return this.line?.isBusy ?? false;
  }

  /** Is there something that the server has not done yet? */
  get isUnsettled() {
    return (this.line?.waiting.length ?? 0) > 0;
  }

  settled() {
    return settled(this);
  }

  /** Without the rules nobody knows what a gesture would do. @param {Gesture | null} _gesture @returns {any} */
  preview(_gesture) {
    return null;
  }
}

/** The page carries out orders at once; the server hears of it and has the last word. */
export class LocalDesk {
  /** @param {Setting} setting @param {Listener} listener @param {import('./rules.js').Rules} rules */
  constructor(setting, listener, rules) {
    this.setting = setting;
    this.listener = listener;
    this.rules = rules;
    /** What only the server knows. @type {{ stars?: number | null, record?: string | null, helped?: boolean }} */
    this.facts = { stars: null, record: null, helped: false };
    /** Where the play stands here. @type {any} */
    this.state = null;
    /** Is the server on the line, and has it said where it stands? */
    this.isUp = false;
    /** Has it refused something? Then what it says counts, whatever happened here. */
    this.wasRefused = false;
    this.delay = 500;
    /** How often in a row the line was refused. */
    this.refusals = 0;
    this.hasForked = false;
    this.isClosed = false;
  }

  /** Shows the play as this browser has it, then asks the server. @param {Journal} [journal] the one it is in, if that is known */
  async begin(journal) {
    const { again } = this.setting;
    this.journal = journal ?? (await Journal.of(this.setting));
    this.journal.onLost = () => this.listener.say(say('web.not-kept'));
    this.setting.mode = this.journal.head.mode;
    await this.recollect();
    if (!this.open(this.journal.events)) this.open([]);
    if (this.journal.events.length && !this.setting.play) this.listener.say(say('web.resumed'));
    if (again && !journal) history.replaceState(null, '', location.pathname + location.hash);
    addEventListener('online', () => void this.connect());
    await this.connect();
  }

  /** Remembers what bears on the play, before it is opened. */
  async recollect() {}

  /** What the rules are asked for. @param {PlayEvent[]} events @returns {Record<string, unknown>} */
  opening(events) {
    const { puzzle, text, aim, mode } = this.setting;
    return { ask: 'open', puzzle, level: text, aim, mode, language: document.documentElement.lang, events };
  }

  /** Puts the play on the board: true if it can be played so far. @param {PlayEvent[]} events */
  open(events) {
    const told = this.rules.ask(this.opening(events));
    if (told.is === 'refused') {
      this.listener.say(told.message);
      return false;
    }
    if (this.journal && events !== this.journal.events) this.journal.replace(events);
    this.tell(told);
    return true;
  }

  /** Finds the server's play that this is, and opens a line to it. */
  async connect() {
    if (!this.journal || this.line || this.connecting || this.isClosed) return;
    this.connecting = true;
    try {
      if (!this.journal.head.key || !this.journal.isOpen) await this.meet(this.setting.again && !this.journal.head.key);
      this.dial();
    } catch {
      this.listener.connected(false);
      setTimeout(() => void this.connect(), this.delay);
      this.delay = Math.min(this.delay * 2, 8000);
    } finally {
      this.connecting = false;
    }
  }

  /** @param {boolean} again */
  async meet(again) {
    const { level, mode } = this.setting;
    const journal = /** @type {Journal} */ (this.journal);
    const play = this.setting.play ?? (await askForPlay({ level, mode, again }));
    nowPlays(play.player);
    // What another player left here is theirs, and waits for them.
    if (journal.head.player && journal.head.player !== play.player) {
      this.listener.another();
      throw new Error('another player');
    }
    if (play.key === journal.head.key) return;
    // All of it is at the server: what the server goes on with counts.
    if (journal.head.key && !journal.isOpen) this.open([]);
    journal.note({ player: play.player, key: play.key, confirmed: 0 });
  }

  dial() {
    const key = this.journal?.head.key;
    if (!key) return;
    this.listener.begun(key);
    this.line = new Line(address(key, this.setting, '&rules=true'), (message) => this.hear(message), (isUp) => this.lineIs(isUp), () => this.isWelcome(), false);
    this.line.onNever = () => void this.fork();
  }

  /** A line that is refused again and again, though we are welcome here, is to a play that is not ours. */
  async isWelcome() {
    const isWelcome = await this.listener.isWelcome();
    if (isWelcome && ++this.refusals === MOST_REFUSALS) void this.fork();
    return isWelcome;
  }

  /** @param {boolean} isUp */
  lineIs(isUp) {
    // It is up when the server has said where it stands.
    if (!isUp) {
      this.isUp = false;
      this.listener.connected(false);
      if (this.journal && !this.journal.isKept) this.listener.say(say('web.not-kept'));
    }
  }

  /** Carries an order out here, and tells the server. @param {Record<string, unknown>} order */
  send(order) {
    const told = this.rules.ask({ ask: 'order', ...order });
    if (told.is === 'refused') {
      this.listener.tell(told);
      return;
    }
    if (order.do === 'mode') {
      this.setting.mode = told.state.mode;
      this.journal?.note({ mode: told.state.mode });
    }
    // A hint taken away from the line is told when it is back; the mode goes with the play when it begins.
    if (order.do === 'hinted' && !this.isUp) this.journal?.note({ asides: [...this.journal.head.asides, order] });
    if (told.events.length && !this.isUp && this.journal && !this.journal.head.away) this.journal.note({ away: true });
    this.journal?.append(told.events);
    if (this.isUp) {
      if (told.events.length) this.pass(told.from, told.events);
      if (['mode', 'hinted', 'pause'].includes(String(order.do))) this.line?.send(order);
    }
    this.tell(told);
  }

  /** How the board would look after a gesture; with none, as it is. @param {Gesture | null} gesture @returns {any} */
  preview(gesture) {
    return this.rules.ask({ ask: 'preview', gesture });
  }

  /** The level and the way to where the play stands. */
  place() {
    const { moves, backwards } = this.rules.ask({ ask: 'line' });
    return { puzzle: this.setting.puzzle, level: this.setting.text, moves, backwards };
  }

  /** Moves to be watched, from here or from the start of a level. @param {string[]} moves @param {string} [level] @returns {any} */
  film(moves, level) {
    const film = this.rules.ask({ ask: 'film', moves, level });
    if (film.is === 'refused') throw new Said(film.message);
    return film;
  }

  /** @param {number} after @param {PlayEvent[]} events */
  pass(after, events) {
    for (let from = 0; from < events.length; from += AT_ONCE) {
      this.line?.send({ do: 'events', after: after + from, events: events.slice(from, from + AT_ONCE) });
    }
  }

  /** What the server says. @param {any} message */
  hear(message) {
    if (message.is === 'refused') {
      this.wasRefused = true;
      this.listener.tell(message);
      this.line?.renew();
    } else if (message.is === 'events') {
      this.learn(message);
    }
  }

  /** @param {any} message */
  learn(message) {
    const journal = /** @type {Journal} */ (this.journal);
    const isGreeting = !this.isUp;
    const { stars, record, helped } = message.state;
    this.facts = { stars, record, helped };
    const heard = this.wasRefused && isGreeting ? { is: 'parted' } : this.rules.ask({ ask: 'hear', from: message.from, events: message.events, helped });
    if (heard.is === 'missed' || (heard.is === 'parted' && message.from > 0)) {
      this.line?.renew();
      return;
    }
    if (heard.is === 'parted') {
      if (journal.isOpen && journal.head.away && !this.wasRefused) {
        void this.fork();
        return;
      }
      this.open(message.events);
      if (!this.wasRefused) this.listener.say(say('web.went-on-elsewhere'));
      this.wasRefused = false;
    }
    const known = message.from + message.events.length;
    if (heard.is === 'change') journal.append(message.events.slice(journal.events.length - message.from));
    const confirmed = isGreeting ? known : Math.max(journal.head.confirmed, known);
    const settled = confirmed >= journal.events.length;
    journal.note({ confirmed, away: journal.head.away && !settled, finished: settled && message.state.won });
    if (isGreeting) this.greeted(known);
    const said = message.state.said;
    this.tell({ ...(heard.is === 'change' ? heard : { is: 'state', state: this.state }), said });
  }

  /** The server has the first `known` events: the rest goes to it now. @param {number} known */
  greeted(known) {
    const journal = /** @type {Journal} */ (this.journal);
    this.isUp = true;
    this.delay = 500;
    this.refusals = 0;
    this.listener.connected(true);
    const asides = journal.head.asides;
    this.pass(known, journal.events.slice(known));
    for (const order of asides) this.line?.send(order);
    if (asides.length) journal.note({ asides: [] });
  }

  /** The play went on elsewhere, or is not ours: what happened here while away is a play of its own. */
  async fork() {
    // A given play is the only one: what the server has of it counts.
    if (this.setting.play) {
      this.wasRefused = true;
      this.line?.renew();
      return;
    }
    this.isUp = false;
    this.line?.close();
    this.line = undefined;
    this.listener.connected(false);
    // Once is a mishap; a server that refuses the new play too would refuse all.
    if (this.hasForked) return;
    this.hasForked = true;
    this.journal?.note({ key: null, confirmed: 0 });
    try {
      await this.meet(true);
      this.dial();
      this.listener.say(say('web.own-play'));
    } catch {
      this.listener.connected(false);
      setTimeout(() => void this.connect(), this.delay);
    }
  }

  /** @param {any} message */
  tell(message) {
    this.state = message.state;
    const said = message.said ?? message.state.said;
    // Until the server has counted them, the stars are those of the rules here.
    const stars = this.facts.stars ?? message.state.stars;
    this.listener.tell({ ...message, state: { ...message.state, ...this.facts, stars, said } });
  }

  settled() {
    return settled(this);
  }

  /** Hangs up for good. */
  close() {
    this.isClosed = true;
    this.line?.close();
  }

  /** An answer is never under way: it is here. */
  get isBusy() {
    return false;
  }

  get isUnsettled() {
    return this.journal !== undefined && this.journal.events.length > this.journal.head.confirmed;
  }
}
