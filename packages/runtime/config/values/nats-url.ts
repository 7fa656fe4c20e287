import { urlWith } from './url.js'

/** Checks that a text is the URL of a NATS server, with credentials or without, and returns it as it is. Throws when it is not. */
export function natsUrl(text: string): string {
  const { pathname, search, hash, username, password } = new URL(urlWith(['nats:', 'tls:'], text))
  if (!/^\/?$/.test(pathname) || search !== '' || hash !== '') throw new RangeError(text)
  for (const part of [username, password]) decodeURIComponent(part)
  return text
}
