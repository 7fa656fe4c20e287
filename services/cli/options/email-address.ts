import { InvalidArgumentError } from '@commander-js/extra-typings'

const LONGEST = 254

/** Reads a mail address; whether it exists only a message to it can tell. */
export function emailAddress(text: string): string {
  const address = text.trim()
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) && address.length <= LONGEST) return address
  throw new InvalidArgumentError('Give a mail address, such as ana@example.com.')
}
