// Campaigns: while one runs, what is told of it is told anew every two seconds.

import { ask } from './api.js';
import { say } from './words.js';

/** @typedef {{ name: string, state: string, yours: boolean, total: number | null, done: number, running: string[], text: string }} Campaign */

/** @param {Element} section @param {string} name */
const part = (section, name) => section.querySelector(`[data-is=${name}]`);

/** @param {HTMLElement} section @param {Campaign} campaign */
function show(section, campaign) {
  const hadResults = section.querySelector('a.button') !== null;
  // Its report can be read from the first result on: the page that shows the way to it comes from the server.
  if (!hadResults && campaign.done > 0) {
    location.reload();
    return;
  }
  // What may be done with it depends on its state: that comes from the server, too.
  if (campaign.yours && section.dataset.state !== campaign.state) {
    location.reload();
    return;
  }
  section.dataset.state = campaign.state;
  const bar = section.querySelector('progress');
  if (bar) [bar.max, bar.value] = [campaign.total ?? Math.max(campaign.done, 1), campaign.done];
  const texts = { state: say(`web.campaign-${campaign.state}`), text: campaign.text, running: campaign.running.join(', ') };
  for (const [name, text] of Object.entries(texts)) {
    const element = part(section, name);
    if (element && element.textContent !== text) element.textContent = text;
  }
}

async function look() {
  const sections = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-campaign]'));
  try {
    const campaigns = /** @type {Campaign[]} */ (await ask('GET', '/api/campaigns'));
    if (campaigns.length !== sections.length) location.reload();
    for (const section of sections) {
      const campaign = campaigns.find(({ name }) => name === section.dataset.campaign);
      if (campaign) show(section, campaign);
    }
  } catch {
    // The server is away; it will be asked again.
  }
  setTimeout(look, document.querySelector('[data-state=running], [data-state=waiting]') ? 2000 : 10_000);
}

setTimeout(look, 2000);
