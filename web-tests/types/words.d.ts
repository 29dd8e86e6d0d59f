// The server makes words.js from its table of words; this is its shape.
export function say(id: string, values?: Record<string, string | number>): string;
