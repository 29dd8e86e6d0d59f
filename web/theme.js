// Light or dark: as the system says, or as the reader chose. Runs before the page is drawn, so that
// nothing flashes; therefore a plain script and not a module.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null; // storage may be forbidden
    }
  };
  const apply = () => {
    root.dataset.theme = chosen() ?? (system.matches ? 'dark' : 'light');
  };
  apply();
  system.addEventListener('change', apply);
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('#theme')) return;
    const next = root.dataset.theme === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem('theme', next);
    } catch {
      // It lasts for this page then.
    }
    root.dataset.theme = next;
  });
})();
