// What every page does besides: takes this place on board of the browser, where it can be (pages, scripts, packs and
// rules, for the time without a network), and takes plays to the server that wait for it. Not before the page that
// was asked for is there.

import { at, isAlone } from './place.js';
import './settings.js';

/** How long after it, in milliseconds. */
const LATER = 2000;

if ('serviceWorker' in navigator) {
  addEventListener('load', () => setTimeout(goAboard, LATER));
}
if (isAlone) void import('./progress.js');
else {
  addEventListener('load', () => setTimeout(takePlays, LATER));
  addEventListener('online', () => void takePlays());
}

async function goAboard() {
  // Without a network there is nothing to ask for it; and two megabytes are not for everybody.
  const { saveData } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection ?? {};
  if (!navigator.onLine || saveData) return;
  try {
    await navigator.serviceWorker.register(at('/service-worker.js'), { updateViaCache: 'none' });
  } catch {
    // A private window, or no room: it works as without.
  }
}

async function takePlays() {
  if (!navigator.onLine || !('indexedDB' in globalThis)) return;
  const { openHeads } = await import('./journal.js');
  if (!(await openHeads()).length) return;
  const { deliver } = await import('./courier.js');
  await deliver();
}
