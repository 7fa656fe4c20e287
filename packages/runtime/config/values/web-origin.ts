import { origin } from './origin.js'

/** Reads the origin of web pages as browsers name it in the header Origin. Throws when it is none. */
export function webOrigin(text: string): string {
  // "https://*.example.com" is a URL to the parser; no browser ever sends it.
  if (text.includes('*')) throw new RangeError(text)
  return origin(text)
}
