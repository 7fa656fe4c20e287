import { isNear } from './near.js'
import { urlWith } from './url.js'

/**
 * Checks that a text is where Gemini's API is spoken, and returns it without a slash at its end. Throws when it is not: the key
 * and pictures of documents go there, so that plain http is for this machine and private addresses only.
 */
export function geminiUrl(text: string): string {
  const { protocol, hostname, username, password, search, hash } = new URL(urlWith(['http:', 'https:'], text))
  if (username || password || search || hash) throw new RangeError(text)
  if (protocol === 'http:' && !isNear(hostname)) throw new RangeError(text)
  return text.replace(/\/+$/, '')
}
