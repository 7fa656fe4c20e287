import type { Box, RecognisedWord } from '../../page/recognised-page.js'

/**
 * What is left of a text for comparing it with printed captions: small letters without accents, and digits. Letters that
 * recognition takes for each other in small print are made the same.
 */
export function bareLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('°', 'o')
    .replace(/[|!l1]/g, 'i')
    .replaceAll('0', 'o')
    .replace(/[^a-z0-9]/g, '')
}

/** Bare letters as numbers, which are compared faster. */
export const codesOf = (letters: string): Uint8Array => Buffer.from(letters, 'latin1')

/** Which letters and digits a text has, one bit for each letter; digits share the bits that are left. */
export function letterSet(letters: string): number {
  let set = 0
  for (const letter of letters) {
    const code = letter.charCodeAt(0)
    set |= 1 << (code >= 97 ? code - 97 : 26 + (code % 5))
  }
  return set
}

/** How many letters of one set another one lacks. */
export function lacking(set: number, other: number): number {
  let lacks = 0
  for (let rest = set & ~other; rest !== 0; rest &= rest - 1) lacks += 1
  return lacks
}

/** A part of a word that can be a caption's by itself, as each language in `Remitente/Sender`. */
export interface WordPiece {
  readonly word: RecognisedWord
  readonly letters: string
  /** the same as numbers */
  readonly codes: Uint8Array
  readonly letterSet: number
  readonly box: Box
  /** what the word holds behind it */
  readonly behind: string
}

/** What recognition makes of `nº` and `n°`, whose small sign it takes for a star, a question mark, a nine or a letter. */
const NUMBER_SIGN = /^n[.,]?[º°o0*?'"’”e9]?[.,;]?$/i

const lettersOf = (text: string): string => (NUMBER_SIGN.test(text) ? 'no' : bareLetters(text))

/** The pieces of words, which end at strokes and colons; the number of a box that stuck to its caption is left out. */
export function wordPieces(word: RecognisedWord): readonly WordPiece[] {
  const widthOfLetter = word.box.width / Math.max(1, word.text.length)
  return [...word.text.matchAll(/[^/|:]+[/|:]*|[/|:]+/g)].map((match) => {
    const text = match[0]
    const letters = lettersOf(text.replace(/^\(?\d{1,2}[.)\-–]*(?=\p{L}{3})/u, '').replace(/[/|:]+$/, ''))
    return {
      word,
      letters,
      codes: codesOf(letters),
      letterSet: letterSet(letters),
      box: {
        ...word.box,
        x: word.box.x + match.index * widthOfLetter,
        width: text.length * widthOfLetter,
      },
      behind: word.text.slice(match.index + text.length),
    }
  })
}

/** What part of the size of its type a word's letters take, by which letters it has. */
function partOfSize(text: string): number | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined
  const isDeep = /[gjpqyçß,;()Q/|]/.test(text)
  const marks = text.normalize('NFD')
  if (/\p{Lu}\p{M}/u.test(marks)) return isDeep ? 1.1 : 0.93
  const isHigh = /[\p{Lu}\p{N}bdfhklit]/u.test(text) || /\p{M}/u.test(marks)
  if (isHigh) return isDeep ? 0.92 : 0.72
  return isDeep ? 0.73 : 0.53
}

/** The size of type that words are printed in, about; undefined when they have no letters. */
export function letterSize(words: readonly RecognisedWord[]): number | undefined {
  const sizes = words
    .flatMap(({ text, box }) => {
      const part = partOfSize(text)
      return part === undefined ? [] : [box.height / part]
    })
    .toSorted((one, other) => one - other)
  return sizes[Math.floor(sizes.length / 2)]
}
