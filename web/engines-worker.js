// A worker that thinks: it holds one module of engines (crates/browser/engines) and answers one request after
// another. The page ends it to cancel. Tables that were quick to build are kept in the browser's storage.

import { sentences } from './rules.js';
import { Shelf } from './shelf.js';

/**
 * @typedef {{ id: number, module?: WebAssembly.Module, megabytes?: number, request: { puzzle?: string, language?: string } }} Order
 * @typedef {{ alloc: (size: number) => number, free: (at: number, size: number) => void,
 *   call: (at: number, size: number) => bigint }} Exports
 */

const PAGE = 65536;
/** The module has a stack of 8 MiB and data; more than this it asks for. */
const FIRST_PAGES = 256;

/** One module with its memory. */
export class Engines {
  /**
   * @param {WebAssembly.Module} module
   * @param {number} megabytes the most memory it gets
   * @param {Shelf} shelf
   * @param {(text: string) => void} tell hears texts while it works
   */
  constructor(module, megabytes, shelf, tell) {
    this.most = Math.max((megabytes * 1024 * 1024) / PAGE, FIRST_PAGES);
    this.memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: this.most });
    this.decoder = new TextDecoder();
    this.encoder = new TextEncoder();
    /** @type {Uint8Array | undefined} what was asked for last */
    let found;
    const page = {
      now: () => performance.now(),
      tell: (/** @type {number} */ at, /** @type {number} */ size) => tell(this.text(at, size)),
      kept: (/** @type {number} */ name, /** @type {number} */ size) => {
        found = shelf.get(this.text(name, size));
        return found ? found.length : -1;
      },
      fetch: (/** @type {number} */ at) => {
        if (found) this.bytes(at, found.length).set(found);
      },
      keep: (/** @type {number} */ name, /** @type {number} */ nameSize, /** @type {number} */ at, /** @type {number} */ size) => {
        shelf.put(this.text(name, nameSize), this.bytes(at, size).slice());
      },
    };
    const imports = { env: { memory: this.memory }, page };
    const instance = new WebAssembly.Instance(module, withoutTheRest(module, imports));
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  }

  /** @param {number} at @param {number} size */
  bytes(at, size) {
    return new Uint8Array(this.memory.buffer, at >>> 0, size >>> 0);
  }

  /** @param {number} at @param {number} size */
  text(at, size) {
    return this.decoder.decode(this.bytes(at, size));
  }

  /** Bytes that it has taken; it never gives any back. */
  get taken() {
    return this.memory.buffer.byteLength;
  }

  /** Is its memory nearly used up? */
  get isFull() {
    return this.taken >= (this.most * PAGE * 15) / 16;
  }

  /** The answer to a request; throws when the module breaks. @param {unknown} request */
  answer(request) {
    const sent = this.encoder.encode(JSON.stringify(request));
    const to = this.exports.alloc(sent.length);
    this.bytes(to, sent.length).set(sent);
    const answer = this.exports.call(to, sent.length);
    const [at, size] = [Number(BigInt.asUintN(64, answer) >> 32n), Number(answer & 0xffffffffn)];
    const text = this.text(at, size);
    this.exports.free(at, size);
    return JSON.parse(text);
  }
}

/**
 * A library of the module brings random numbers of the browser along, which nobody draws: what they would need
 * is not there.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Imports} imports
 */
function withoutTheRest(module, imports) {
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function' || imports[from]?.[name]) continue;
    imports[from] = {
      ...imports[from],
      [name]: () => {
        throw new Error(`${from}.${name} is not here`);
      },
    };
  }
  return imports;
}

/**
 * Waits for orders and answers them.
 * @param {{ postMessage: (message: unknown) => void, onmessage: ((event: { data: Order }) => void) | null }} scope
 */
export function serve(scope) {
  const shelf = new Shelf();
  /** @type {Engines | undefined} */
  let engines;
  let working = 0;
  /** @type {string | undefined} what a panic said */
  let broke;
  const tell = (/** @type {string} */ text) => {
    const told = JSON.parse(text);
    if (told.is === 'broke') broke = told.text;
    else scope.postMessage({ id: working, told });
  };
  scope.onmessage = async ({ data }) => {
    const { id, module, megabytes, request } = data;
    working = id;
    try {
      await shelf.open(request.puzzle ?? '');
      if (module) engines = new Engines(module, megabytes ?? 512, shelf, tell);
      if (!engines) throw new Error('no module came');
      const table = module && (await sentences(request.language ?? 'en'));
      if (table) engines.answer({ ask: 'language', table });
      const answered = engines.answer(request);
      scope.postMessage({ id, answered, taken: engines.taken });
    } catch (error) {
      scope.postMessage({ id, broke: broke ?? String(error), full: engines?.isFull ?? false });
    }
  };
}

if ('WorkerGlobalScope' in globalThis) serve(/** @type {any} */ (globalThis));
