import { fitsSlot, type TaxScheme, taxSchemes } from '@ecmr/domain'
import type { FoundValue, Hints } from './found-value.js'
import { plainLetters } from './letters.js'

// Letters and digits that recognition takes for each other.
const pairs = ['O0', 'Q0', 'D0', 'I1', 'L1', 'Z2', 'S5', 'G6', 'B8'] as const
const MOST = 64

/**
 * What an identification may say in a shape (`9` a digit, `A` a letter, `*` either, all else itself): letters and digits
 * that recognition takes for each other may stand for each other. It itself comes first if it has the shape.
 */
function readingsInShape(id: string, shape: string): readonly string[] {
  if (id.length !== shape.length) return []
  let readings: readonly string[] = ['']
  for (const [at, sign] of Array.from(id).entries()) {
    const possible = [sign, ...likenessesOf(sign)].filter((each) => fitsSlot(each, shape.charAt(at)))
    readings = readings.flatMap((reading) => possible.map((each) => reading + each)).slice(0, MOST)
  }
  return readings
}

function likenessesOf(sign: string): readonly string[] {
  return pairs.filter((pair) => pair.includes(sign)).map((pair) => pair.replace(sign, ''))
}

/** What stands before the identifications of a country on paper, in plain letters. */
const countryLabels: Readonly<Record<string, RegExp>> = {
  ES: /n i f|c i f|nif|cif|nie|dni/,
  FR: /tva|siren|siret|rcs/,
  DE: /ust|umsatzsteuer/,
  IT: /p iva|piva|partita|c f|cod fisc/,
  PT: /nipc|nif|contribuinte/,
  NL: /btw/,
  BE: /btw|tva/,
  GB: /vat/,
  PL: /nip/,
  AT: /uid|ust/,
}

const LABELS =
  /(?<!\p{L})(?:n\.?\s?i\.?\s?f|c\.?\s?i\.?\s?f|n\.?i\.?e|d\.?n\.?i|nipc|p\.?\s?iva|partita iva|c\.?f|cod\.? ?fisc\p{L}*|(?:n[°ºo.]?\s?)?tva(?:\sintra\p{L}*)?|siren|siret|vat(?:\s?(?:reg|id|registration))?|ust\.?-?\s?id(?:ent)?\p{L}*|uid|btw|nip|tax\s?(?:id|no)|steuer\p{L}*|contribuinte)\.?(?:[\s.-]?(?:n[ºo°.]|nr|no|num|number|nummer))?[\s.:º°-]{0,5}(?=[\p{L}\d])/giu
// An identification with its blanks, dots and dashes.
const SIGNS = /^[A-Z\d](?:[ .\-/]?[A-Z\d]){6,17}/iu
const STANDING = /(?<![\p{L}\p{N}])[A-Z\d]{1,4}(?:[ .-]?[A-Z\d]){6,12}(?![\p{L}\p{N}])/gu
const SURE = 0.97
// More than an address block holds.
const LONGEST = 500

/**
 * The first tax identification of a text: upper case, without blanks, dots and dashes; the country's letters only if they
 * are printed. One with a wrong check digit is hardly plausible; one that a usual misreading explains, and only one, is
 * taken for what it must have been, to be reviewed.
 */
export function readTaxId(text: string, hints: Hints = {}): FoundValue<string> | undefined {
  const place = text.slice(0, LONGEST)
  return labelled(place, hints) ?? standing(place, hints)
}

function labelled(text: string, { country }: Hints): FoundValue<string> | undefined {
  for (const label of text.matchAll(LABELS)) {
    const signs = SIGNS.exec(
      text.slice(label.index + label[0].length, label.index + label[0].length + 40),
    )?.[0]
    if (signs === undefined) continue
    const name = plainLetters(label[0])
    const likely = taxSchemes.filter(
      (scheme) => countryLabels[scheme.country]?.test(name) || scheme.country === country,
    )
    for (const part of beginnings(signs)) {
      const found = best(compact(part), [...likely, ...taxSchemes], true)
      if (found !== undefined) return { ...found, source: part }
    }
    const words = signs.split(' ')
    const first = words.findIndex((_, at) => /\d{4}/.test(words.slice(0, at + 1).join('')))
    const source = words.slice(0, first < 0 ? undefined : first + 1).join(' ')
    if (/\d{4}/.test(source)) return { value: compact(source), source, plausibility: 0.5 }
  }
  return undefined
}

/** The longest beginning first, each ending where a word ends. */
function beginnings(signs: string): readonly string[] {
  const words = signs.split(' ')
  return words.map((_, at) => words.slice(0, words.length - at).join(' '))
}

// Without a label it must say its country, or be Spanish: other countries' are bare digits like many other numbers.
function standing(text: string, { country }: Hints): FoundValue<string> | undefined {
  for (const [source] of text.matchAll(STANDING)) {
    const id = compact(source)
    const schemes = taxSchemes.filter(
      (scheme) => id.startsWith(scheme.country) || (scheme.country === 'ES' && (country ?? 'ES') === 'ES'),
    )
    const found = /\d{5}/.test(id) ? best(id, schemes, false) : undefined
    if (found !== undefined && found.plausibility >= SURE) return { ...found, source }
  }
  return undefined
}

const compact = (signs: string): string => signs.toUpperCase().replace(/[^A-Z\d]/g, '')

function best(
  id: string,
  schemes: readonly TaxScheme[],
  isLabelled: boolean,
): Omit<FoundValue<string>, 'source'> | undefined {
  const readings = schemes.flatMap((scheme) => readingsOf(id, scheme))
  const exact = readings.find(({ value, valid }) => value === id && valid)
  if (exact !== undefined) return { value: id, plausibility: isLabelled || exact.hasPrefix ? 1 : SURE }
  const repaired = [...new Set(readings.flatMap(({ value, valid }) => (valid ? [value] : [])))]
  const [only] = repaired
  if (only !== undefined && repaired.length === 1) return { value: only, plausibility: 0.8 }
  return readings.some(({ value }) => value === id) ? { value: id, plausibility: 0.4 } : undefined
}

function readingsOf(id: string, { country, shapes, isValid }: TaxScheme) {
  return ['', country].flatMap((letters) =>
    shapes.flatMap((shape) =>
      readingsInShape(id, letters + shape).map((value) => ({
        value,
        valid: isValid(value.slice(letters.length)),
        hasPrefix: letters !== '',
      })),
    ),
  )
}
