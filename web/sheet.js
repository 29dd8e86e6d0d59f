// A sheet to print. Solutions are fetched when they are wanted, because whoever has them printed has seen them.

import { ask } from './api.js';
import { boardsOf, printWith } from './last-page.js';

printWith(() => ask('POST', '/api/solutions', { levels: boardsOf().map((board) => board.dataset.level) }));
