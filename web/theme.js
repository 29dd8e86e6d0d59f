// How the pages look: light or dark, which boards, with or without motion; as the system says, or as the reader chose.
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
