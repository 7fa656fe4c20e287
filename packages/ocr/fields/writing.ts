import type { FieldName } from '@ecmr/domain'
import type { ReadValue } from '../port.js'
import type { FoundField } from './read-form.js'
import { withAccents } from './accents.js'
import { hasForeignLetters } from './values/letters.js'

/** A corrected value must be reviewed by a person, so it is no more certain than this. */
const MOST_WHEN_CORRECTED = 0.8

interface Correction {
  readonly wrong: RegExp
  readonly right: string
  /** only in these countries and languages; absent: everywhere */
  readonly where?: readonly string[]
}

const GERMAN = ['DE', 'AT', 'CH', 'de']
const FRENCH = ['FR', 'fr']
const SPANISH = ['ES', 'es']
const PORTUGUESE = ['PT', 'pt']

// What cannot have been printed so, and what it must have been.
const corrections: readonly Correction[] = [
  { wrong: /(?<=\p{Ll}|[\s-]S|^S)tra(?:B|3|f|fi)e(?=\s\d|$)/gu, right: 'traße', where: GERMAN },
  { wrong: /(?<=\p{Ll})B(?=\p{Ll})/gu, right: 'ß', where: GERMAN },
  { wrong: /(?<=[b-df-hj-np-tv-z])ii(?=[b-df-hj-np-tv-z])/giu, right: 'ü', where: GERMAN },
  { wrong: /(?<=\bGmbH )8(?= Co\b)/giu, right: '&' },
  // "class I", "Mª Carmen"
  { wrong: /(?<=\p{L} )\|(?=[,;.]|\s|$)/gu, right: 'I' },
  { wrong: /(?<!\p{L})M[*°º](?=\s\p{Lu})/gu, right: 'Mª', where: SPANISH },
  { wrong: /(?<=\p{L} )(?:€|8:|£)(?= (?:\p{Lu}\p{Ll}|Co\b))/gu, right: '&' },
  { wrong: /(?<!\p{L})Z\.1\./gu, right: 'Z.I.', where: FRENCH },
  // "31 - 2.º"
  { wrong: /(?<=\d - \d{1,2}\.)[90°o](?=$|,|\s)/gu, right: 'º', where: [...SPANISH, ...PORTUGUESE] },
  {
    wrong: /(?<=\p{L})[áäàa]o(?=s?(?!\p{L}))(?<=[cç][áäàa]o)|(?<=\p{L})[áäà]o(?=s?(?!\p{L}))/gu,
    right: 'ão',
    where: PORTUGUESE,
  },
  { wrong: /(?<=\p{L})[ÁÄÀ]O(?=S?(?!\p{L}))|(?<=[CÇ])AO(?=S?(?!\p{L}))/gu, right: 'ÃO', where: PORTUGUESE },
  { wrong: /c(?=(?:ão|ões)(?!\p{L}))/gu, right: 'ç', where: PORTUGUESE },
  { wrong: /C(?=(?:ÃO|ÕES)(?!\p{L}))/gu, right: 'Ç', where: PORTUGUESE },
  { wrong: /cion(?!\p{L})/gu, right: 'ción', where: SPANISH },
  { wrong: /CION(?!\p{L})/gu, right: 'CIÓN', where: SPANISH },
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
): readonly Correction[] {
  return Object.entries(letters)
    .flatMap(([right, wrong]) => [
      [right, wrong] as const,
      [right.toUpperCase(), wrong.toUpperCase()] as const,
    ])
    .map(([right, wrong]) => ({ wrong: new RegExp(`[${wrong}]${ahead}`, 'gu'), right, where }))
}

/** A text with letters that were taken for others put right; `where` is a country or a language (ISO 3166-1, ISO 639-1). */
export function correctedLetters(text: string, where: string | null): string {
  const corrected = corrections
    .filter(
      (correction) => correction.where === undefined || (where !== null && correction.where.includes(where)),
    )
    .reduce((before, { wrong, right }) => before.replace(wrong, right), text)
  return withAccents(corrected, where)
}

/** A text without the points and strokes that specks before it were taken for. */
export const withoutSpecks = (text: string): string =>
  text.replace(/^[\s.,;:'‘’·•~_|-]+(?=[\p{L}\p{N}(])/u, '').replace(/(?<=^|\s)[‘’'](?=\p{L}[^‘’']*$)/u, '')

const TEXTS =
  /_(?:company_name|contact_name|address|city|place|description|packaging|name|agreements)$|^(?:instructions|notes)$/

/** Whether a field holds words of some language. */
const isTextField = (name: FieldName): boolean => TEXTS.test(name)

/** The country of the party or place that a field belongs to (ISO 3166-1 alpha-2), as far as it was read. */
function countryAmong(fields: readonly FoundField[]): (name: FieldName) => string | undefined {
  return (name) => {
    const country = fields.find((field) => field.name === `${name.split('_')[0]}_country`)?.value
    return typeof country === 'string' ? country : undefined
  }
}

/** A value whose texts are changed; numbers and the like stay. */
function eachText(value: ReadValue, change: (text: string) => string): ReadValue {
  if (typeof value === 'string') return change(value)
  return typeof value === 'object' ? value.map(change) : value
}

/** Fields with letters put right that cannot have been printed so; those are to be reviewed. */
export function withCorrectedLetters(
  fields: readonly FoundField[],
  language: string | null,
): readonly FoundField[] {
  const countryOf = countryAmong(fields)
  return fields.map((field) => {
    const { name, value, confidence } = field
    if (value === null || !isTextField(name)) return field
    const right = eachText(value, (text) => correctedLetters(text, countryOf(name) ?? language))
    if (String(right) === String(value)) return field
    return { ...field, value: right, confidence: Math.min(MOST_WHEN_CORRECTED, confidence) }
  })
}

/** Where each language is written, for its letters. */
const homes: Readonly<Record<string, string>> = { es: 'ES', en: 'GB', fr: 'FR', de: 'DE' }

/** Signs that recognition makes of damaged letters. */
const STRAY = /[*|_\\{}=¢~<>?]|\s\/\s\p{Ll}|\b[Nn][e9]\s\d/u
/** A capital within small letters, as in `StraBe`. */
const CAPITAL_INSIDE = /\p{Ll}\p{Lu}\p{Ll}/u
/** A small l that was taken for a one, as in `bottles of 1,5 1`. */
const ONE_FOR_L = /\d\s1(?![\d.,/])/
/** Words that are written with an accent, without it. Capitals may go without, and then a look does no harm. */
const LOST_ACCENT =
  /\b(?:\p{L}+cion|logistica|poligono|rio|carton|particulas|mecanica|citricos|ceramicas?|plasticos?|republique|societe|minerale|biere|materiaux|sud|muhle|sohne|acker|strafie|prevenir|activites|allee|francaise|fraiches?|a l['’]\p{L}+)(?!\p{L})/iu

const EACH_DOUBT = 0.8

/** How likely a text is as it was read, by its letters, in a language or of a country. */
export function likelihoodOfWriting(
  text: string,
  {
    language = null,
    country,
  }: { readonly language?: string | null; readonly country?: string | null | undefined },
): number {
  const home = country ?? homes[language ?? '']
  const isDoubtful =
    STRAY.test(text) ||
    CAPITAL_INSIDE.test(text.replace(/GmbH|\bMc\p{Lu}/gu, '')) ||
    ONE_FOR_L.test(text) ||
    (home !== 'GB' && LOST_ACCENT.test(text)) ||
    hasForeignLetters(text, home ?? undefined)
  return isDoubtful ? EACH_DOUBT : 1
}

const CODES = /^(?:reference|goods_marks|carrier_license_number)$|^(?:documents|seal_numbers)$/

// It is ambiguous which it was: a nought or an O, a one or an L, a nine or the º of a floor, an eight or a B.
const AMBIGUOUS =
  /(?<![\p{L}\p{N}])0\p{Lu}|(?<![\p{L}\p{N}/-])1-\d{3}|(?<!\/)\b\d{2,} - \d+\/\d|[-–_]\s\d[.,]\d{1,2}$|\b(?:[Uu]nit|UNIT|[Pp]arcela|PARCELA|[Pp]lot|PLOT)\s\d{2,}8\b/u
// What fields of these names do not end or begin with, and a stroke that stands at a word as specks do.
const UNLIKELY: readonly (readonly [RegExp, RegExp])[] = [
  [/^goods_description$/, /\p{L}\s\d{0,2}1(?:;|$)/u],
  [/_city$/, /^.$|\p{L} \p{Ll}{5,}$/u],
  [/_name$/, /^M[ao°º]\s\p{Lu}|& co\.?$/iu],
  [/./, /\p{L}\.? -\p{L}/u],
]
const CAPITAL_AND_SMALL = /(?<!\p{L})\p{Lu}\p{Ll}\d{3}/u
const LIKELY = 0.8

/** Fields with letters put right that cannot be, and less sure where they hold letters that are easily taken for others. */
export function withWritingDoubted(
  fields: readonly FoundField[],
  language: string | null,
): readonly FoundField[] {
  const countryOf = countryAmong(fields)
  return fields.map((field) => doubted(field, language, countryOf(field.name)))
}

function doubted(field: FoundField, language: string | null, country: string | undefined): FoundField {
  const { name, value } = field
  const isText = isTextField(name)
  if (value === null || !(isText || CODES.test(name))) return field
  const where = country ?? language
  const bare = eachText(value, (text) => withSignOf(language, withoutSpecks(text), name))
  const right = isText ? eachText(bare, (text) => correctedLetters(text, where)) : bare
  const text = textOf(right)
  const isAmbiguous = AMBIGUOUS.test(text) || (!isText && CAPITAL_AND_SMALL.test(text))
  const isUnlikely = UNLIKELY.some(([names, pattern]) => names.test(name) && pattern.test(text))
  const likely = Math.min(
    isText ? likelihoodOfWriting(text, { language, country }) : 1,
    isAmbiguous || isUnlikely ? LIKELY : 1,
  )
  const most = text === textOf(bare) ? 1 : MOST_WHEN_CORRECTED
  return { ...field, value: right, confidence: Math.min(most, field.confidence * likely) }
}

const textOf = (value: ReadValue): string => (Array.isArray(value) ? value.join(', ') : String(value))

/** Spanish writes `nº`, and addresses have floors (`2.º`); recognition sees a degree's sign there. */
function withSignOf(language: string | null, text: string, name: FieldName): string {
  const floors = name.endsWith('_address') ? text.replace(/(?<=\d\.)°/gu, 'º') : text
  const numbered =
    name === 'documents'
      ? floors.replace(/(?<!\p{L})N[9*](?=\s[\d\p{Lu}])/gu, language === 'fr' ? 'N°' : 'Nº')
      : floors
  return language === 'es' ? numbered.replace(/(?<=(?<!\p{L})n\.?)°/giu, 'º') : numbered
}
