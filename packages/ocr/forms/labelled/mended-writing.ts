const GERMAN: ReadonlySet<string> = new Set(['DE', 'AT', 'CH', 'de'])

interface Mend {
  readonly wrong: RegExp
  readonly right: string
  /** only where German is written */
  readonly german?: true
}

// What cannot have been printed so, and what it must have been.
const mends: readonly Mend[] = [
  { wrong: /(?<=\p{Ll}|[\s-]S|^S)tra(?:B|3|f|fi)e(?=\s\d|$)/gu, right: 'traße', german: true },
  { wrong: /(?<=\p{Ll})B(?=\p{Ll})/gu, right: 'ß', german: true },
  { wrong: /(?<=[b-df-hj-np-tv-z])ii(?=[b-df-hj-np-tv-z])/giu, right: 'ü', german: true },
  { wrong: /(?<=\bGmbH )8(?= Co\b)/giu, right: '&' },
  // a litre's l
  { wrong: /(?<=\d[ -])[1|](?=[-;,]|\s\p{L}|$)/gu, right: 'l' },
  { wrong: /(?<=[\s-])[1|](?=['’]\p{L})/gu, right: 'l' },
]

/** A text with letters that were taken for others put right; `where` is a country or a language (ISO 3166-1, ISO 639-1). */
export function mended(text: string, where: string | null): string {
  return mends
    .filter(({ german }) => german === undefined || (where !== null && GERMAN.has(where)))
    .reduce((before, { wrong, right }) => before.replace(wrong, right), text)
}

/** A text without the points and strokes that specks before it were taken for. */
export const withoutSpecks = (text: string): string =>
  text.replace(/^[\s.,;:'‘’·•~_|-]+(?=[\p{L}\p{N}(])/u, '').replace(/(?<=^|\s)[‘’'](?=\p{L}[^‘’']*$)/u, '')
