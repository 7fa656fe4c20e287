/** A longer text is not readable on the page that asks for consent. */
const LONGEST = 100

/**
 * Text that a client sends about itself, as it can be shown: on one line, without characters that cannot be seen or that turn
 * the order of others around. Empty when nothing is left.
 */
export function shownText(text: string): string {
  const seen = text.replace(/\s+/gu, ' ').replace(/\p{C}/gu, '').trim()
  return [...seen].slice(0, LONGEST).join('').trim()
}
