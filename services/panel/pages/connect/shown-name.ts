// What breaks lines or turns the direction of what follows it would let a name say something else than it seems to.
const DECEPTIVE =
  /[\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu
// Accents piled up reach into other lines.
const PILED = /(\p{M}{2})\p{M}+/gu
const MOST = 100

/** What an assistant calls itself, fit to be shown: unverified, and it may be meant to deceive. */
export function shownName(name: string): string {
  const plain = name.replace(DECEPTIVE, ' ').replace(PILED, '$1').replace(/\s+/g, ' ').trim()
  const characters = [...plain]
  return characters.length <= MOST ? plain : `${characters.slice(0, MOST).join('')}…`
}
