// Pictures for sliding tiles: shipped ones, of which the choice lasts, or one of the player's own, which never leaves the
// page.

import { chosen, choose } from './settings.js';

export class Pictures {
  /** @param {HTMLElement} panel @param {import('./board.js').Board} board */
  constructor(panel, board) {
    this.board = board;
    panel.hidden = false;
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (panel.querySelectorAll('[data-picture]'))) {
      button.addEventListener('click', () => {
        this.use(button.dataset.picture || null);
        void choose('picture', button.dataset.name ?? 'numbers');
      });
      if (button.dataset.picture && button.dataset.name === chosen('picture')) this.use(button.dataset.picture);
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
