// How the pages look: light or dark, which boards, with or without motion, and where no server is, in which language; as
// the system says, or as the reader chose.
// Runs before the page is drawn, so that nothing flashes; therefore a plain script and not a module. Choices are made
// in `settings.js`.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const stored = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // storage may be forbidden
    }
  };

  /** What an account has chosen counts in this browser too, but for what was chosen here and has not reached it yet. */
  const takeOver = () => {
    const { at, chosen } = JSON.parse(root.dataset.settings ?? '{}');
    // A page that was kept for the time without a network may be older than what is known here.
    if (!chosen || at < Number(stored('settings-at'))) return;
    const unsent = new Set((stored('unsent') ?? '').split(' ').filter(Boolean));
    try {
      localStorage.setItem('settings-at', at);
      for (const [name, value] of Object.entries(chosen)) {
        if (unsent.has(name)) continue;
        if (value !== null) localStorage.setItem(name, value);
        else if (stored(name) !== null) unsent.add(name);
      }
      localStorage.setItem('unsent', [...unsent].join(' '));
    } catch {
      // Nothing is kept here: the page looks as it does for everybody.
    }
  };

  const apply = () => {
    const theme = stored('theme') ?? '';
    root.dataset.theme = ['light', 'dark'].includes(theme) ? theme : system.matches ? 'dark' : 'light';
    root.dataset.board = stored('board') ?? 'calm';
    root.dataset.motion = stored('motion') ?? 'system';
  };

  /**
   * Files cannot ask what a browser prefers. Whoever comes to the root of an edition without a server and asks for no
   * language is led to the same page in theirs; whoever follows a link into a language goes on in it.
   */
  const findLanguage = () => {
    if (root.dataset.edition !== 'alone') return;
    const twins = /** @type {HTMLLinkElement[]} */ ([...document.querySelectorAll('link[rel=alternate][hreflang]')]);
    const asWritten = (/** @type {string} */ path) => path.replace(/index\.html$/, '');
    const isRoot = twins.some(({ hreflang, href }) => hreflang === 'x-default' && asWritten(new URL(href).pathname) === asWritten(location.pathname));
    const isAsked = !isRoot || new URLSearchParams(location.search).has('language');
    if (isAsked) {
      try {
        localStorage.setItem('language', root.lang);
      } catch {
        // It is found again by its address.
      }
      return;
    }
    const wishes = [stored('language') ?? '', ...navigator.languages].map((code) => code.split('-')[0]);
    const twin = wishes.map((code) => twins.find(({ hreflang }) => hreflang === code)).find(Boolean);
    if (twin && twin.hreflang !== root.lang) location.replace(new URL(twin.href).pathname + location.search + location.hash);
  };

  findLanguage();
  takeOver();
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  document.addEventListener('settings', apply);
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('#theme')) return;
    const next = root.dataset.theme === 'dark' ? 'light' : 'dark';
    root.dataset.theme = next;
    document.dispatchEvent(new CustomEvent('choose', { detail: ['theme', next] }));
  });
})();
