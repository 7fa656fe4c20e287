/** What was put right somebody has to look at, so it is no surer than this. */
export const MOST_WHEN_MENDED = 0.8

interface Mend {
  readonly wrong: RegExp
  readonly right: string
  /** only in these countries and languages; absent: everywhere */
  readonly where?: readonly string[]
}

const GERMAN = ['DE', 'AT', 'CH', 'de']
const FRENCH = ['FR', 'fr']
const SPANISH = ['ES', 'es']
const PORTUGUESE = ['PT']

// What cannot have been printed so, and what it must have been.
const mends: readonly Mend[] = [
  { wrong: /(?<=\p{Ll}|[\s-]S|^S)tra(?:B|3|f|fi)e(?=\s\d|$)/gu, right: 'traße', where: GERMAN },
  { wrong: /(?<=\p{Ll})B(?=\p{Ll})/gu, right: 'ß', where: GERMAN },
  { wrong: /(?<=[b-df-hj-np-tv-z])ii(?=[b-df-hj-np-tv-z])/giu, right: 'ü', where: GERMAN },
  { wrong: /(?<=\bGmbH )8(?= Co\b)/giu, right: '&' },
  // "class I", "Mª Carmen"
  { wrong: /(?<=\p{L} )\|(?=[,;.]|\s|$)/gu, right: 'I' },
  { wrong: /(?<!\p{L})M[*°º](?=\s\p{Lu})/gu, right: 'Mª', where: SPANISH },
  // accents that their language does not have
  ...accents(['DE', 'AT', 'de'], { ä: 'áàâ', ö: 'óòô', ü: 'úùû' }),
  ...accents(SPANISH, { á: 'äâ', é: 'ëê', í: 'î', ó: 'öô', ú: 'û' }),
  ...accents(PORTUGUESE, { ã: 'ä', õ: 'ö', ê: 'ë' }),
  ...accents([...FRENCH, 'BE'], { à: 'á' }, '(?!\\p{L})'),
  ...accents([...FRENCH, 'BE'], { â: 'á', ô: 'ó', î: 'í', û: 'ú' }),
  ...accents(FRENCH, { â: 'ä', ô: 'ö' }),
  // a litre's l
  { wrong: /(?<=\d[ -])[1|](?=[-;,]|\s\p{L}|$)/gu, right: 'l' },
  { wrong: /(?<=[\s-])[1|](?=['’]\p{L})/gu, right: 'l' },
]

/** Letters with marks, small and capital, and those that are taken for them; `ahead`: what has to follow. */
function accents(
  where: readonly string[],
  letters: Readonly<Record<string, string>>,
  ahead = '',
): readonly Mend[] {
  return Object.entries(letters)
    .flatMap(([right, wrong]) => [
      [right, wrong] as const,
      [right.toUpperCase(), wrong.toUpperCase()] as const,
    ])
    .map(([right, wrong]) => ({ wrong: new RegExp(`[${wrong}]${ahead}`, 'gu'), right, where }))
}

/** A text with letters that were taken for others put right; `where` is a country or a language (ISO 3166-1, ISO 639-1). */
export function mended(text: string, where: string | null): string {
  return mends
    .filter((mend) => mend.where === undefined || (where !== null && mend.where.includes(where)))
    .reduce((before, { wrong, right }) => before.replace(wrong, right), text)
}

/** A text without the points and strokes that specks before it were taken for. */
export const withoutSpecks = (text: string): string =>
  text.replace(/^[\s.,;:'‘’·•~_|-]+(?=[\p{L}\p{N}(])/u, '').replace(/(?<=^|\s)[‘’'](?=\p{L}[^‘’']*$)/u, '')
