// What happened in the plays of this browser, kept until the server has it: in the browser's own database,
// event by event, so that a closed tab, a lost line or a long flight loses nothing. Where the browser keeps
// nothing (private windows, a full disk) a journal lasts as long as its page, and says so.

import { isAlone } from './place.js';

/**
 * @typedef {[string, number]} PlayEvent what happened, and the milliseconds that the clock showed
 * @typedef {{ id: string, level: string, player: string | null, key: string | null, mode: string, confirmed: number, away: boolean,
 *   finished: boolean, asides: Record<string, unknown>[], touched: number, puzzle?: string, text?: string, aim?: number | null,
 *   title?: string, pack?: string, stars?: number, isForeign?: boolean }} Head the first of these came with the first edition
 */

/** A server and an edition without one may lie at the same host: their plays are apart. */
const DATABASE = isAlone ? 'ingenio-alone' : 'ingenio';
/** Plays that are kept when the server has them all. */
const MOST = 200;
/** A page without locks says so often that it is there. */
const HEARTBEAT = 5000;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    const plays = request.result.createObjectStore('plays', { keyPath: 'id' });
    plays.createIndex('level', 'level');
    request.result.createObjectStore('events');
  };
  return done(request);
}

/** A name that nobody else has; also where a page is not thought secure. */
export function freshName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Who played here last, as far as this browser knows. */
function whoPlays() {
  try {
    return localStorage.getItem('player');
  } catch {
    return null;
  }
}

/** From now on it is this one. @param {string} player */
export function nowPlays(player) {
  try {
    localStorage.setItem('player', player);
  } catch {
    // It is asked again, then.
  }
}

/** Every event of a play. @param {string} id */
const all = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

export class Journal {
  /** @param {IDBDatabase | null} database @param {Head} head @param {PlayEvent[]} events */
  constructor(database, head, events) {
    this.database = database;
    this.head = head;
    this.events = events;
    /** Called once, when the browser cannot keep any more. @type {() => void} */
    this.onLost = () => {};
    /** Events from here on are not written yet. */
    this.written = events.length;
    this.isWriting = false;
    this.isStale = false;
    /** Lets other tabs have it. @type {() => void} */
    this.release = () => {};
    // The page goes: what has gathered cannot wait for its turn.
    globalThis.addEventListener?.('pagehide', () => this.flush());
  }

  /** Writes what waits for another write to end. */
  flush() {
    if (!this.isStale) return;
    this.isWriting = false;
    this.keep();
  }

  /** Is it kept beyond this page? */
  get isKept() {
    return this.database !== null;
  }

  /** Events that the server is not known to have. */
  get isOpen() {
    return this.events.length > this.head.confirmed || this.head.asides.length > 0;
  }

  /**
   * The journal of a level that was left open here, or a new one.
   * @param {import('./desk.js').Setting} setting where it says so, it begins anew whatever is there
   */
  static async of({ level, mode, again, puzzle, text, aim, title, pack, play }) {
    /** @type {Head} */
    const head = {
      id: freshName(), level, player: whoPlays(), key: null, mode, confirmed: 0, away: false, finished: false, asides: [], touched: Date.now(),
      puzzle, text, aim, title, pack,
    };
    try {
      const database = await open();
      const left = again ? null : await Journal.left(database, level, play?.key);
      const journal = left ?? new Journal(database, head, []);
      if (!left) journal.release = (await hold(head.id)) ?? journal.release;
      journal.beat();
      void tidy(database);
      return journal;
    } catch {
      return new Journal(null, head, []);
    }
  }

  /** The latest that no other tab holds; where a play is named, its own. @param {IDBDatabase} database @param {string} level @param {string} [key] */
  static async left(database, level, key) {
    const heads = /** @type {Head[]} */ (await done(database.transaction('plays').objectStore('plays').index('level').getAll(level)));
    const player = whoPlays();
    const isOurs = (/** @type {Head} */ head) => !head.player || !player || head.player === player;
    const isMeant = (/** @type {Head} */ head) => (key ? head.key === key : !head.finished);
    const open = heads.filter((head) => isMeant(head) && isOurs(head)).sort((one, other) => other.touched - one.touched);
    for (const head of open) {
      const journal = await Journal.hold(database, head);
      if (journal) return journal;
    }
    return null;
  }

  /** This one, unless another tab holds it. @param {Head} head */
  static async take(head) {
    return Journal.hold(await open(), head);
  }

  /** @param {IDBDatabase} database @param {Head} head */
  static async hold(database, head) {
    const release = await hold(head.id, head.touched);
    if (!release) return null;
    const events = await done(database.transaction('events').objectStore('events').getAll(all(head.id)));
    const journal = new Journal(database, head, events);
    journal.release = release;
    return journal;
  }

  /** Without locks, other tabs know by this that the play is somebody's. */
  beat() {
    if (!navigator.locks) setInterval(() => this.keep(), HEARTBEAT);
  }

  /** @param {PlayEvent[]} events */
  append(events) {
    if (!events.length) return;
    this.events.push(...events);
    this.keep();
  }

  /** What happened was something else. @param {PlayEvent[]} events */
  replace(events) {
    this.events = [...events];
    this.written = -1;
    this.keep();
  }

  /** @param {Partial<Head>} changes */
  note(changes) {
    Object.assign(this.head, changes);
    this.keep();
  }

  /** Writes what is new. While it is being written, more gathers and goes in one go: a burst is two writes. */
  keep() {
    this.isStale = this.isWriting;
    if (!this.database || this.isWriting) return;
    this.head.touched = Date.now();
    try {
      const transaction = this.database.transaction(['plays', 'events'], 'readwrite');
      this.isWriting = true;
      transaction.oncomplete = () => this.kept();
      transaction.onabort = () => this.lose();
      transaction.objectStore('plays').put(this.head);
      this.writeEvents(transaction.objectStore('events'));
      // Without this it would wait for the page, which may be about to go.
      transaction.commit?.();
    } catch {
      this.lose();
    }
  }

  kept() {
    this.isWriting = false;
    if (this.isStale) this.keep();
  }

  /** @param {IDBObjectStore} store */
  writeEvents(store) {
    if (this.written < 0) store.delete(all(this.head.id));
    for (let at = Math.max(this.written, 0); at < this.events.length; at++) store.put(this.events[at], [this.head.id, at]);
    this.written = this.events.length;
  }

  lose() {
    if (!this.database) return;
    this.database = null;
    this.onLost();
  }
}

/**
 * Takes a play for this tab, until the tab is gone or what comes back is called; nothing if another tab has it.
 * @param {string} id @param {number} [touched]
 * @returns {Promise<(() => void) | null>}
 */
async function hold(id, touched = 0) {
  if (!navigator.locks) return Date.now() - touched > 3 * HEARTBEAT ? () => {} : null;
  return new Promise((resolve) => {
    void navigator.locks.request(`play-${id}`, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise((release) => resolve(() => release(undefined)));
    });
  });
}

/** What is kept of all plays, the latest first; nothing where the browser keeps nothing. */
export async function allHeads() {
  try {
    const database = await open();
    const heads = /** @type {Head[]} */ (await done(database.transaction('plays').objectStore('plays').getAll()));
    return heads.sort((one, other) => other.touched - one.touched);
  } catch {
    return [];
  }
}

/** The plays of a level. @param {string} level */
export async function headsOf(level) {
  return (await allHeads()).filter((head) => head.level === level);
}

/** Plays of which the server does not have everything, the oldest first. */
export async function openHeads() {
  const heads = await allHeads();
  if (!heads.length) return [];
  const database = await open();
  const player = whoPlays();
  const waiting = [];
  for (const head of heads.reverse()) {
    if (!head.text || (head.player && player && head.player !== player)) continue;
    const count = await done(database.transaction('events').objectStore('events').count(all(head.id)));
    if (count > head.confirmed || (count && head.asides.length)) waiting.push(head);
  }
  return waiting;
}

/** Every play with what happened in it. */
export async function allPlays() {
  const heads = await allHeads();
  if (!heads.length) return [];
  const store = (await open()).transaction('events').objectStore('events');
  return Promise.all(heads.map(async (head) => ({ head, events: /** @type {PlayEvent[]} */ (await done(store.getAll(all(head.id)))) })));
}

/** Keeps a play that came from elsewhere: false if it is here already. @param {Head} head @param {PlayEvent[]} events */
export async function keepPlay(head, events) {
  const database = await open();
  const known = await done(database.transaction('plays').objectStore('plays').get(head.id));
  const count = await done(database.transaction('events').objectStore('events').count(all(head.id)));
  if (known && count >= events.length) return false;
  const transaction = database.transaction(['plays', 'events'], 'readwrite');
  transaction.objectStore('plays').put(head);
  const store = transaction.objectStore('events');
  store.delete(all(head.id));
  events.forEach((event, at) => store.put(event, [head.id, at]));
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  return true;
}

/** Forgets plays that the server has, the oldest first. @param {IDBDatabase} database */
async function tidy(database) {
  // Nobody else has them.
  if (isAlone) return;
  const heads = /** @type {Head[]} */ (await done(database.transaction('plays').objectStore('plays').getAll()));
  const settled = heads.filter((head) => head.finished).sort((one, other) => other.touched - one.touched);
  const old = settled.slice(MOST);
  if (!old.length) return;
  const transaction = database.transaction(['plays', 'events'], 'readwrite');
  for (const { id } of old) {
    transaction.objectStore('plays').delete(id);
    transaction.objectStore('events').delete(all(id));
  }
}
