import { urlWith } from './url.js'

/** What a mail server is asked for when its URL names no port: encrypted from the first byte, or as it offers. */
const PORTS: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 }

/**
 * Checks that a text is the URL of a mail server, with credentials or without, and returns it as it is. Throws when it
 * is not, and when something follows the host: the client would take it for options of its own, or for nothing.
 */
export function smtpUrl(text: string): string {
  const { pathname, search, hash, username, password } = new URL(urlWith(Object.keys(PORTS), text))
  if (!/^\/?$/.test(pathname) || search !== '' || hash !== '') throw new RangeError(text)
  for (const part of [username, password]) decodeURIComponent(part)
  return text
}

/** The port of the mail server at a URL. */
export function smtpPort(text: string): number {
  const { port, protocol } = new URL(text)
  return Number(port) || (PORTS[protocol] ?? 0)
}
