// The server makes words.js from its table of words; this is its shape.
/** Is there such a sentence? */
export function knows(id: string): boolean;
export function say(id: string, values?: Record<string, string | number>): string;
