import type { RecognisedWord } from '../../page/recognised-page.js'

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
