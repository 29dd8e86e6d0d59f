// The page's side of the engines: requests to a worker, one at a time, with progress and cancel. Whoever cancels
// ends the worker; the next request starts a new one from the module that is compiled already.

import { Said } from './problem.js';
import { unpacked } from './rules.js';
import { say } from './words.js';

/**
 * @typedef {{ ask: string, puzzle?: string, [wish: string]: unknown }} Request
 * @typedef {{ onProgress?: (told: any) => void, signal?: AbortSignal }} Listening
 * @typedef {{ postMessage: (message: unknown) => void, terminate: () => void,
 *   onmessage: ((event: { data: any }) => void) | null, onerror: ((event: any) => void) | null }} Hands
 * @typedef {{ worker: () => Hands, module: () => Promise<WebAssembly.Module>, megabytes: number, language: string }} Setting
 * @typedef {{ request: Request, listening: Listening, found: (answer: any) => void, lost: (problem: Error) => void }} Job
 */

/** Why nothing came of a request, in a sentence. */
export class ThinkingProblem extends Said {
  /** @param {string} message @param {string} kind the id of the sentence, or `cancelled`, `memory`, `broke` */
  constructor(message, kind) {
    super(message);
    this.kind = kind;
  }
}

/** A worker that has taken more bytes is ended after its answer: that alone gives them back. */
const LARGE = 256 * 2 ** 20;
/** What a method may use of the memory of its module, unless the request says it. */
const SHARE = 0.75;

/** Where the module lies: as the page says. */
const moduleAddress = () => new URL(document.querySelector('main')?.dataset.engines ?? 'engines.wasm', location.href);

/** Megabytes that engines get: less where there is little, as phones say. */
function megabytes() {
  const gigabytes = /** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory ?? 4;
  return gigabytes >= 4 ? 1024 : 384;
}

/** @returns {Setting} */
function ofPage() {
  return {
    worker: () => /** @type {Hands} */ (new Worker(new URL('engines-worker.js', import.meta.url), { type: 'module' })),
    module: () => compile(moduleAddress()),
    megabytes: megabytes(),
    language: document.documentElement.lang || 'en',
  };
}

/** @param {URL} address */
async function compile(address) {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await unpacked(response));
}

export class Thinker {
  /** @param {Partial<Setting>} [setting] in place of the page's own, for tests */
  constructor(setting) {
    this.given = setting ?? {};
    /** @type {Setting | undefined} */
    this.made = undefined;
    /** @type {Promise<WebAssembly.Module> | undefined} */
    this.compiled = undefined;
    /** @type {Hands | undefined} */
    this.hands = undefined;
    /** @type {Job[]} the first is at work */
    this.jobs = [];
    this.number = 0;
  }

  get setting() {
    this.made ??= /** @type {Setting} */ (
      this.given.worker && this.given.module ? { megabytes: 512, language: 'en', ...this.given } : { ...ofPage(), ...this.given }
    );
    return this.made;
  }

  /** Loads and compiles the module ahead of the first request. */
  prepare() {
    this.compiled ??= this.setting.module().catch((problem) => {
      this.compiled = undefined;
      throw problem;
    });
    return this.compiled;
  }

  /**
   * Asks the engines; the promise holds the body of the answer. It fails with a sentence.
   * @param {Request} request
   * @param {Listening} [listening]
   * @returns {Promise<any>}
   */
  think(request, listening = {}) {
    return new Promise((found, lost) => {
      const job = { request, listening, found, lost };
      if (listening.signal?.aborted) return lost(cancelled());
      listening.signal?.addEventListener('abort', () => this.cancel(job), { once: true });
      this.jobs.push(job);
      if (this.jobs.length === 1) void this.begin(job);
    });
  }

  /** @param {Job} job */
  async begin(job) {
    const id = ++this.number;
    let module;
    try {
      module = await this.prepare();
    } catch {
      this.end(job, () => job.lost(new ThinkingProblem(say('web.engines-missing'), 'missing')));
      return;
    }
    // It may have been cancelled meanwhile.
    if (this.jobs[0] !== job) return;
    const { language, megabytes } = this.setting;
    const request = { language, memory: Math.floor(megabytes * SHARE) * 2 ** 20, ...job.request };
    const order = this.hands ? { id, request } : { id, request, module, megabytes };
    this.hands ??= this.setting.worker();
    this.hands.onmessage = ({ data }) => this.hear(job, id, data);
    this.hands.onerror = () => this.broke(job, false);
    this.hands.postMessage(order);
  }

  /** @param {Job} job @param {number} id @param {any} data */
  hear(job, id, data) {
    if (data.id !== id || this.jobs[0] !== job) return;
    if (data.told) {
      job.listening.onProgress?.(data.told);
    } else if (data.answered) {
      const { answer, problem: refusal } = data.answered;
      if (data.taken > LARGE) this.drop();
      this.end(job, () => (refusal ? job.lost(new ThinkingProblem(refusal.message, refusal.kind)) : job.found(answer)));
    } else {
      if (data.broke) console.error(data.broke);
      this.broke(job, data.full);
    }
  }

  /** A module that broke is not asked again. @param {Job} job @param {boolean} full */
  broke(job, full) {
    this.drop();
    const [words, kind] = full ? ['web.engines-full', 'memory'] : ['web.engines-broke', 'broke'];
    this.end(job, () => job.lost(new ThinkingProblem(say(words), kind)));
  }

  /** @param {Job} job */
  cancel(job) {
    if (!this.jobs.includes(job)) return;
    if (this.jobs[0] === job) this.drop();
    this.end(job, () => job.lost(cancelled()));
  }

  drop() {
    this.hands?.terminate();
    this.hands = undefined;
  }

  /** Tells how a job ended, and goes on with the next. @param {Job} job @param {() => void} tell */
  end(job, tell) {
    const wasFirst = this.jobs[0] === job;
    this.jobs = this.jobs.filter((other) => other !== job);
    tell();
    if (wasFirst && this.jobs.length > 0) void this.begin(this.jobs[0]);
  }
}

function cancelled() {
  return new ThinkingProblem(say('web.cancelled'), 'cancelled');
}

/** The one of this page. */
const thinker = new Thinker();

/** Asks the engines of this page. @param {Request} request @param {Listening} [listening] @returns {Promise<any>} */
export function think(request, listening) {
  return thinker.think(request, listening);
}

/** Loads the engines ahead of time. */
export function prepare() {
  return thinker.prepare();
}
