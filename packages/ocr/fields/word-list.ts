import { readFileSync } from 'node:fs'

/**
 * What a language calls things, from `words/<table>/<language>.txt`: a line for each meaning, `meaning: text; text`. Indented lines continue
 * the line above.
 *
 * @throws when the table has a meaning that is not among these
 */
export function wordList<Meaning extends string>(
  table: 'cmr' | 'deca' | 'labels',
  language: string,
  meanings: readonly Meaning[],
): ReadonlyMap<Meaning, readonly string[]> {
  const file = new URL(`../../words/${table}/${language}.txt`, import.meta.url)
  const lines = readFileSync(file, 'utf8').trim().replace(/\n +/g, ' ').split('\n')
  return new Map(
    lines.map((line) => {
      const end = line.indexOf(':')
      const means = meanings.find((meaning) => meaning === line.slice(0, end))
      if (means === undefined) throw new Error(`${table}/${language}.txt has an unknown meaning: ${line}`)
      return [
        means,
        line
          .slice(end + 1)
          .split(';')
          .map((text) => text.trim()),
      ] as const
    }),
  )
}
