// For `node --import`: scripts of the pages can be imported in node.
import { register } from 'node:module';

register('./words-stand-in.mjs', import.meta.url);
