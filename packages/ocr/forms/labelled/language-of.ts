import { plainLetters } from '../values/plain-letters.js'
import type { MarkedLine } from './marked-line.js'

const functionWords: Readonly<Record<string, string>> = {
  es: 'de la el los las para con por que en se del una este esta al su les y',
  en: 'the of and to for by with be on are is this you were goods our in',
  fr: 'de la le les des du et pour par au aux une ce cette est vous nous que dans',
  de: 'der die das und von mit fur am den dem bitte wir ist wird des auf zu ein eine',
}
const words = Object.entries(functionWords).map(
  ([language, list]) => [language, new Set(list.split(' '))] as const,
)

/** The language that most labels and small words of a page belong to, ISO 639-1; null when none stands out. */
export function languageOf(lines: readonly MarkedLine[]): string | null {
  const scores = words.map(([language, small]) => {
    const text = lines.reduce(
      (sum, { line }) =>
        sum +
        plainLetters(line.text)
          .split(' ')
          .filter((word) => small.has(word)).length,
      0,
    )
    const labels = lines
      .flatMap((line) => line.labels)
      .filter(({ label }) => label?.languages.length === 1 && label.languages[0] === language).length
    return { language, score: Math.min(text, 30) / 2 + 2 * labels }
  })
  const [first, second] = scores.toSorted((a, b) => b.score - a.score)
  return first === undefined || first.score < 3 || first.score <= (second?.score ?? 0) * 1.15
    ? null
    : first.language
}
