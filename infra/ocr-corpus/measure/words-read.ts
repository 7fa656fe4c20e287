import type { RecognisedWord } from '@ecmr/ocr/testing'
import { tableOf } from '../../harness/table.js'
import { type CorpusPage, qualities } from '../corpus.js'
import { percentage } from './goals.js'

/** How many words of a page were recognised, wherever on it. */
export interface WordsRead {
  readonly printed: number
  readonly given: number
  /** letter by letter */
  readonly exact: number
  /** but for accents and case */
  readonly plain: number
}

type Texts = readonly Pick<RecognisedWord, 'text'>[]

/** Counts the words of a page that were recognised as they are printed. */
export function wordsRead(printed: Texts, given: Texts): WordsRead {
  return {
    printed: printed.length,
    given: given.length,
    exact: common(printed, given, ({ text }) => text),
    plain: common(printed, given, plainText),
  }
}

const plainText = ({ text }: Texts[number]): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function common(some: Texts, others: Texts, textOf: (word: Texts[number]) => string): number {
  const left = new Map<string, number>()
  for (const word of some) left.set(textOf(word), (left.get(textOf(word)) ?? 0) + 1)
  let count = 0
  for (const word of others) {
    const of = left.get(textOf(word)) ?? 0
    if (of > 0) count += 1
    left.set(textOf(word), of - 1)
  }
  return count
}

/** How much of what is printed was recognised, quality by quality and of all; nothing where no engine tells it. */
export function wordTable(
  results: readonly { readonly page: CorpusPage; readonly words?: WordsRead }[],
): string {
  const rows = [...qualities.map((quality) => [quality]), [...qualities]].flatMap((which) => {
    const words = results.flatMap((result) =>
      which.some((quality) => quality === result.page.quality) && result.words ? [result.words] : [],
    )
    const sum = (of: keyof WordsRead): number => words.reduce((total, each) => total + each[of], 0)
    const share = (of: keyof WordsRead): string => percentage(sum(of) / sum('printed'))
    const name = which.length === 1 ? (which[0] ?? '') : 'all'
    return words.length === 0
      ? []
      : [
          [
            name,
            String(words.length),
            String(sum('printed')),
            String(sum('given')),
            share('exact'),
            share('plain'),
          ],
        ]
  })
  return rows.length === 0
    ? ''
    : tableOf(['words', 'pages', 'printed', 'given', 'read exactly', 'but for accents and case'], rows, 1)
}
