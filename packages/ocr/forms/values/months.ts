import { differAtMost, plainLetters } from './plain-letters.js'

const LANGUAGES = ['es', 'en', 'fr', 'de', 'it', 'pt', 'nl']
const months = Array.from({ length: 12 }, (_, at) => at + 1)

// Every name of a month, whole and short, with its number.
const names: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    (['short', 'long'] as const).flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      return months.map((month) => [plainLetters(format.format(Date.UTC(2026, month - 1))), month] as const)
    }),
  ),
)

/** The number of a month that is written out or shortened to three letters or more; undefined when it is none. */
export function monthNamed(text: string): { readonly month: number; readonly repaired: boolean } | undefined {
  const name = plainLetters(text)
  if (name.length < 3) return undefined
  const exact = names.get(name) ?? only([...names].filter(([known]) => known.startsWith(name)))
  if (exact !== undefined) return { month: exact, repaired: false }
  if (name.length < 5) return undefined
  const near = only([...names].filter(([known]) => known.length > 4 && differAtMost(known, name, 1)))
  return near === undefined ? undefined : { month: near, repaired: true }
}

function only(found: readonly (readonly [string, number])[]): number | undefined {
  const [first, ...others] = new Set(found.map(([, month]) => month))
  return others.length === 0 ? first : undefined
}
