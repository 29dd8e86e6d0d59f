// Help where it is needed: the panel with rules and pictures, and what the figures beside the board mean.

const panel = () => /** @type {HTMLDialogElement | null} */ (document.getElementById('help-panel'));

export function openHelp() {
  panel()?.showModal();
  panel()?.scrollTo(0, 0);
}

/** What a figure counts, as the panel says it. @param {string} metric */
export function aboutFigure(metric) {
  return panel()?.querySelector(`[data-metric="${metric}"]`)?.textContent ?? '';
}
