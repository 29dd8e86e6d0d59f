// Pictures for sliding tiles: shipped ones, or one of the player's own, which never leaves the browser.

export class Pictures {
  /** @param {HTMLElement} panel @param {import('./board.js').Board} board */
  constructor(panel, board) {
    this.board = board;
    panel.hidden = false;
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (panel.querySelectorAll('[data-picture]'))) {
      button.addEventListener('click', () => this.use(button.dataset.picture || null));
    }
    const file = panel.querySelector('input[type=file]');
    file?.addEventListener('change', () => {
      const chosen = /** @type {HTMLInputElement} */ (file).files?.[0];
      if (!chosen) return;
      const reader = new FileReader();
      reader.addEventListener('load', () => this.use(String(reader.result)));
      reader.readAsDataURL(chosen);
    });
  }

  /** @param {string | null} url */
  use(url) {
    this.board.usePicture(url);
  }
}
