import { lineOf, type TextLine } from '../../page/text-lines.js'
import { wordsOfSource } from './words-of-source.js'

/** Lines without the words of what was understood already; a line of nothing else is left out. */
export function linesWithout(lines: readonly TextLine[], sources: readonly string[]): readonly TextLine[] {
  return lines.flatMap((line) => {
    const understood = new Set(
      sources
        .filter((source) => line.text.includes(source))
        .flatMap((source) => wordsOfSource([line], source)),
    )
    const rest = line.words.filter((word) => !understood.has(word))
    return rest.some(({ text }) => /[\p{L}\p{N}]/u.test(text))
      ? [rest.length === line.words.length ? line : lineOf(rest)]
      : []
  })
}
