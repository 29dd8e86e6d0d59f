// The rules of the puzzles in the page: a module of WebAssembly that answers at once, in the messages of a
// line. Where it cannot be had, the server is asked for everything.

/** @typedef {{ memory: WebAssembly.Memory, alloc(size: number): number, call(at: number, size: number): bigint, free(at: number, size: number): void }} Exports */

export class Rules {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    /** @type {string | null} why it broke, if it did */
    this.broke = null;
    const page = {
      now: () => performance.now(),
      tell: (/** @type {number} */ at, /** @type {number} */ size) => { this.broke = this.read(at, size); },
    };
    const needed = WebAssembly.Module.imports(module).map(({ name }) => name);
    const imports = Object.fromEntries(Object.entries(page).filter(([name]) => needed.includes(name)));
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module, { page: imports }).exports));
  }

  /**
   * Asks, and has the answer.
   * @param {Record<string, unknown>} request
   * @returns {any}
   */
  ask(request) {
    const text = new TextEncoder().encode(JSON.stringify({ now: performance.now(), ...request }));
    const at = this.exports.alloc(text.length);
    new Uint8Array(this.exports.memory.buffer, at, text.length).set(text);
    const answer = BigInt.asUintN(64, this.exports.call(at, text.length));
    const [place, size] = [Number(answer >> 32n), Number(answer & 0xffffffffn)];
    const said = this.read(place, size);
    this.exports.free(place, size);
    return JSON.parse(said);
  }

  /** @param {number} at @param {number} size */
  read(at, size) {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, size));
  }
}

/**
 * The bytes of a module. A host of files knows nothing of packing, so that modules may come packed with gzip;
 * some hosts unpack what is named so.
 * @param {Response} response
 */
export async function unpacked(response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/**
 * What a module says in the reader's language; nothing where it speaks it by itself, or where English must do.
 * @param {string} language
 * @returns {Promise<unknown>}
 */
export async function sentences(language) {
  if (!language || language === 'en' || language === 'en-XA') return null;
  try {
    const response = await fetch(new URL('sentences.json', import.meta.url), { credentials: 'same-origin' });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * The rules from an address; nothing where the browser or the network has none.
 * @param {string | undefined} address
 */
export async function loadRules(address) {
  if (!address || typeof WebAssembly !== 'object') return null;
  try {
    const response = await fetch(address, { credentials: 'same-origin' });
    if (!response.ok) return null;
    const rules = new Rules(await WebAssembly.compile(await unpacked(response)));
    const table = await sentences(document.documentElement.lang);
    if (table) rules.ask({ ask: 'language', table });
    return rules;
  } catch {
    return null;
  }
}
