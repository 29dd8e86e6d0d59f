// Takes this place on board of the browser, where it can be: pages, scripts, packs and rules, for the time
// without a network. Not before the page that was asked for is there.

/** How long after it, in milliseconds. */
const LATER = 2000;

if ('serviceWorker' in navigator) {
  addEventListener('load', () => setTimeout(goAboard, LATER));
}

async function goAboard() {
  // Without a network there is nothing to ask for it; and two megabytes are not for everybody.
  const { saveData } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection ?? {};
  if (!navigator.onLine || saveData) return;
  try {
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  } catch {
    // A private window, or no room: it works as without.
  }
}
