import type { RecognisedWord } from '../../page/recognised-page.js'
import type { TextLine } from '../../page/text-lines.js'

/** The words that a part of a text was made of; all of them when it cannot be told which. */
export function wordsOfSource(lines: readonly TextLine[], source: string): readonly RecognisedWord[] {
  const words = lines.flatMap((line) => line.words)
  const wanted = withoutBlanks(source)
  const start = words
    .map(({ text }) => withoutBlanks(text))
    .join('')
    .indexOf(wanted)
  if (wanted === '' || start < 0) return words
  let at = 0
  return words.filter(({ text }) => {
    const from = at
    at += withoutBlanks(text).length
    return from < start + wanted.length && at > start
  })
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '')
