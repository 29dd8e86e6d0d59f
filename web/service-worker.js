// Keeps the pages of this place in the browser, so that it works without a network: what has a version in its
// address is kept for good, pages are asked for and kept for the day when nobody answers. Pages that were never
// seen are made from the shell of a play and the packs. Lines and answers are never kept.
//
// Whoever hands it out writes before this: VERSION, the LANGUAGE of the reader, PAGES_ABOARD and FILES_ABOARD, the
// addresses to have on board, whether it is ALONE (files in a folder anywhere, without a server), and how the folder is
// reached from there that holds what all languages share.

/** @typedef {{ waitUntil(work: Promise<unknown>): void }} Waiting */
/** @typedef {Waiting & { request: Request, respondWith(response: Promise<Response>): void }} Asked */

const worker = /** @type {any} */ (self);
/** Where it lies; several places may lie at the same host. */
const HOME = new URL('./', worker.location.href).pathname;
/** What is below it may be kept. */
const ROOT = new URL(SHARED || './', worker.location.href).pathname;
/** What changes with a version of the program, and what is about its player. */
const [LASTING, PAGES] = [`lasting-${VERSION}@${HOME}`, `pages@${HOME}`];
/** The address of a page. */
const at = (/** @type {string} */ page) => (ALONE ? `${HOME}${page || 'index'}.html` : `/${page}`);
const PACKS = `${HOME}packs.json`;
/** After so long a page that was seen before is shown as it was, in milliseconds. */
const PATIENCE = 3000;

worker.addEventListener('install', (/** @type {Waiting} */ event) => event.waitUntil(goAboard()));
worker.addEventListener('activate', (/** @type {Waiting} */ event) => event.waitUntil(tidy()));

async function goAboard() {
  const cache = await caches.open(LASTING);
  await cache.addAll(FILES_ABOARD);
  // Pages as a stranger sees them: on board they belong to nobody.
  for (const page of PAGES_ABOARD) {
    const response = await fetch(ALONE ? page : `${page}?language=${LANGUAGE}`, { credentials: 'omit' });
    if (response.ok) await cache.put(page, response);
  }
  // Pages that are open go on with what they have: their scripts carry a version in their addresses.
  await worker.skipWaiting();
}

async function tidy() {
  const names = await caches.keys();
  // Those of other places are theirs; the first edition did not say whose they are.
  const isOurs = (/** @type {string} */ name) => (name.split('@')[1] ?? '/') === HOME && (name.startsWith('lasting-') || name.startsWith('pages'));
  await Promise.all(names.filter((name) => isOurs(name) && name !== LASTING && name !== PAGES).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener('fetch', (/** @type {Asked} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== worker.location.origin || !address.pathname.startsWith(ROOT)) return;
  const path = `/${address.pathname.slice(address.pathname.startsWith(HOME) ? HOME.length : ROOT.length)}`;
  if (request.method === 'POST' && /^\/api\/(login|logout|register|recover|me)/.test(path)) {
    // Another player: pages about the one before are nobody's business.
    event.waitUntil(caches.delete(PAGES));
    return;
  }
  if (request.method !== 'GET') return;
  if (/^\/(assets|modules|pictures)\//.test(path)) event.respondWith(lasting(request));
  else if (/^\/api\/levels\/[^/]+\/picture\.svg$/.test(path)) event.respondWith(lasting(request));
  else if (request.mode === 'navigate' || path === '/packs.json') event.respondWith(page(request, address));
});

/** @param {Request} request */
async function lasting(request) {
  const known = await caches.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await keep(LASTING, request, response.clone());
  return response;
}

/** @param {Request} request @param {URL} address */
async function page(request, address) {
  const fresh = fetch(request).then(async (response) => {
    if (response.ok && !response.redirected) await keep(PAGES, request, response.clone());
    return response;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    const first = await Promise.race([fresh, late]);
    if (first instanceof Response) return first;
    return (await known(request, address)) ?? (await fresh);
  } catch {
    return (await known(request, address)) ?? Response.error();
  }
}

/** A page as it was, or the shell of a play of which only the level is known. @param {Request} request @param {URL} address */
async function known(request, address) {
  const seen = await caches.match(request, { ignoreSearch: true, cacheName: PAGES });
  if (seen) return seen;
  const aboard = await caches.match(address.pathname, { cacheName: LASTING });
  if (aboard) return aboard;
  const id = /\/play\/([\w-]+?)(?:\.html)?$/.exec(address.pathname)?.[1];
  const packs = id && (await caches.match(PACKS, { cacheName: LASTING }));
  if (!packs) return caches.match(at(''), { cacheName: LASTING });
  const pack = (await packs.json()).find((/** @type {any} */ one) => one.levels.some((/** @type {any} */ level) => level.id === id));
  return caches.match(at(pack ? `shell/${pack.puzzle}` : ''), { cacheName: LASTING });
}

/** Keeps what there is room for. @param {string} name @param {Request} request @param {Response} response */
async function keep(name, request, response) {
  try {
    await (await caches.open(name)).put(request, response);
  } catch {
    // A full disk or a private window: it works as without.
  }
}
