import { urlWith } from './url.js'

/** Checks that a text is the URL of a web page, without a password, and returns it as it is. Throws when it is not. */
export function webPage(text: string): string {
  const { username, password } = new URL(urlWith(['http:', 'https:'], text))
  if (username || password) throw new RangeError('a URL without credentials')
  return text
}
