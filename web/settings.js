// What a reader has chosen. It is kept in this browser; who has an account finds it on other devices too: what was
// chosen goes to the server, now or when it answers again, and comes with every page (`theme.js`).

/** How a page that was written for an account says so. */
const hasAccount = () => document.documentElement.dataset.settings !== undefined;
const NAMES = ['theme', 'board', 'picture', 'sound', 'motion', 'warn', 'figures', 'mode', 'language'];

/** What was chosen; nothing where nobody did. @param {string} name @returns {string | null} */
export function chosen(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Chooses, for this page and those to come.
 * @param {string} name @param {string} value
 * @returns {Promise<'account' | 'browser' | 'later'>} where it is kept
 */
export async function choose(name, value) {
  keep(name, value);
  if (hasAccount()) keep('unsent', [...new Set([...unsent(), name])].join(' '));
  document.dispatchEvent(new Event('settings'));
  if (!hasAccount()) return 'browser';
  return (await send()) ? 'account' : 'later';
}

/** Another player, or nobody: what came with the account goes with it. @param {boolean} hasLeft */
export function changePlayer(hasLeft) {
  for (const name of ['settings-at', ...(hasLeft ? ['unsent', ...NAMES] : [])]) {
    try {
      localStorage.removeItem(name);
    } catch {
      // Nothing was kept.
    }
  }
}

/** What the account does not know yet. */
function unsent() {
  return (chosen('unsent') ?? '').split(' ').filter((name) => NAMES.includes(name));
}

/** Takes to the account what it does not know: true if it knows everything then. */
async function send() {
  const names = unsent();
  if (!names.length) return true;
  const wish = Object.fromEntries(names.map((name) => [name, chosen(name) ?? '']));
  try {
    const { ask } = await import('./api.js');
    const { at } = await ask('PUT', '/api/settings', { chosen: wish });
    keep('settings-at', String(at));
    // What was chosen once more meanwhile is still to be told.
    keep('unsent', unsent().filter((name) => !names.includes(name) || chosen(name) !== wish[name]).join(' '));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It lasts for this page then.
  }
}

document.addEventListener('choose', (event) => {
  const [name, value] = /** @type {CustomEvent<[string, string]>} */ (event).detail;
  void choose(name, value);
});
// The switch of languages: the page again, with everything else that its address says.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-language]') : null;
  if (!(link instanceof HTMLElement)) return;
  event.preventDefault();
  void speak(/** @type {HTMLAnchorElement} */ (link));
});

/** @param {HTMLAnchorElement} link */
async function speak(link) {
  await choose('language', link.dataset.language ?? 'en');
  // What was kept for the time without a network is in the other language.
  const kept = 'caches' in globalThis ? await caches.keys() : [];
  await Promise.all(kept.filter((name) => name.startsWith('pages@')).map((name) => caches.delete(name)));
  // The page may have changed its address since it was written.
  const address = new URL(link.href);
  for (const [name, value] of new URLSearchParams(location.search)) if (name !== 'language') address.searchParams.set(name, value);
  address.hash = location.hash;
  location.assign(address);
}

addEventListener('online', () => void (hasAccount() && send()));
if (hasAccount()) void send();
