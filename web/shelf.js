// Tables that engines have built, kept in the browser's storage: small ones, the oldest make room. What the
// storage refuses (private mode, no room left) is kept for as long as the worker lives.

const NAME = 'ingenio-tables';
const TABLES = 'tables';
/** How large each is and since when, so that nobody reads megabytes to count them. */
const SIZES = 'sizes';
/** Bytes that are kept in all. */
const MOST = 96 * 1024 * 1024;

export class Shelf {
  constructor() {
    /** @type {Map<string, Uint8Array>} those of the puzzles that were asked for */
    this.tables = new Map();
    /** @type {Set<string>} puzzles whose tables are here */
    this.opened = new Set();
    /** @type {Promise<IDBDatabase> | undefined} */
    this.database = undefined;
  }

  /** Makes the tables of a puzzle ready: their names begin with it. @param {string} puzzle */
  async open(puzzle) {
    if (!puzzle || this.opened.has(puzzle)) return;
    this.opened.add(puzzle);
    try {
      const store = (await this.connect()).transaction(TABLES).objectStore(TABLES);
      const range = IDBKeyRange.bound(`${puzzle}-`, `${puzzle}.`);
      const [names, tables] = await Promise.all([settled(store.getAllKeys(range)), settled(store.getAll(range))]);
      names.forEach((name, at) => this.tables.set(String(name), tables[at]));
    } catch {
      // Without storage they are built anew.
    }
  }

  /** @param {string} name */
  get(name) {
    return this.tables.get(name);
  }

  /** @param {string} name @param {Uint8Array} bytes */
  put(name, bytes) {
    this.tables.set(name, bytes);
    this.store(name, bytes).catch(() => null);
  }

  /** @param {string} name @param {Uint8Array} bytes */
  async store(name, bytes) {
    const writing = (await this.connect()).transaction([TABLES, SIZES], 'readwrite');
    const [tables, sizes] = [writing.objectStore(TABLES), writing.objectStore(SIZES)];
    tables.put(bytes, name);
    sizes.put({ name, size: bytes.length, at: Date.now() });
    const rows = await settled(sizes.getAll());
    let total = rows.reduce((sum, row) => sum + row.size, 0);
    for (const row of rows.sort((one, other) => one.at - other.at)) {
      if (total <= MOST) return;
      tables.delete(row.name);
      sizes.delete(row.name);
      total -= row.size;
    }
  }

  connect() {
    this.database ??= new Promise((found, lost) => {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore(TABLES);
        asked.result.createObjectStore(SIZES, { keyPath: 'name' });
      };
      asked.onsuccess = () => found(asked.result);
      asked.onerror = () => lost(asked.error);
      asked.onblocked = () => lost(new Error('blocked'));
    });
    return this.database;
  }
}

/** @param {IDBRequest<any[]>} request @returns {Promise<any[]>} */
function settled(request) {
  return new Promise((found, lost) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => lost(request.error);
  });
}
