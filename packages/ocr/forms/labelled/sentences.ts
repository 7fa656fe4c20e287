import type { RecognisedWord } from '../../page/recognised-page.js'
import { lineOf, type TextLine } from '../../page/text-lines.js'
import type { FoundField } from '../read-form.js'
import { type Hints, readDate, readPlate } from '../values/index.js'
import { nameBeforeMore } from '../values/parties/legal-forms.js'
import { fieldOf } from './found-words.js'
import { stopFields } from './party-fields.js'

const LOADED =
  /cargad[oa]s?|entregad[oa]s? al (?:transportista|porteador)|recogid[oa]s?|loaded|handed over|collected|charg[ée]{1,2}e?s?|remis|enlev[ée]{1,2}e?s?|geladen|verladen|übergeben|abgeholt/iu
const CARRIER =
  /(?:[Tt]ransportista|[Pp]orteador|[Cc]arrier|[Hh]aulier|[Tt]ransporteur|[Vv]oiturier|Frachtführer|Spedition|Spediteur|(?:cargad[oa]s?|recogid[oa]s?) [^.]{0,60}?por|(?:loaded|collected) [^.]{0,60}?by|chargée?s? [^.]{0,60}?par|(?:am|geladen) [^.]{0,60}?von)\s+(?!la\b|el\b|the\b|les?\b|des?\b)(?=\p{Lu})/u
const VEHICLE =
  /(?:[Mm]atrícula|[Rr]egistration(?: number)?|[Ii]mmatriculée?|Kennzeichen|[Vv]ehículo|[Vv]ehicle|[Vv]éhicule)\s*:?\s+(?=[\p{Lu}\d])/u
const TRAILER =
  /(?:[Rr]emolque|[Ss]emirremolque|[Tt]railer|[Rr]emorque|Anhänger|Auflieger)\s*:?\s+(?=[\p{Lu}\d])/u
const DELIVERED =
  /(?:entrega en|entregar(?:se)? en|con destino a|destino:?|delivered (?:to|at|in)|delivery (?:to|at)|bound for|livrer [àa]|livraison [àa]|destination de|auslieferung in|ablieferung in|bestimmungsort|und in)\s+(?=[\p{L}\d])/iu
// Points of abbreviations are not the end of a sentence.
const END_OF_PLACE =
  /\s(?:übergeben|verladen|geladen|auszuliefern|abzuliefern|zu liefern|(?:el|am|on|le) (?:día )?\d|the following|la mercancía|la marchandise|die folgende)|(?<=[\p{L}\d]{4}|\)|\s\p{Lu}{2})\.(?=\s\p{Lu})|\.\s*$/u
const CERTAIN = 0.96

/** What running text tells of a carriage: when the goods were loaded, by whom, on what, and where they go. */
export function sentenceFields(lines: readonly TextLine[], hints: Hints): readonly FoundField[] {
  if (lines.length === 0) return []
  const text = lines.map((line) => line.text).join(' ')
  return [
    ...loadingDay(text, lines, hints),
    ...carrier(text, lines),
    ...plates(text, lines),
    ...delivery(text, lines),
  ]
}

function loadingDay(text: string, lines: readonly TextLine[], hints: Hints): readonly FoundField[] {
  const date = LOADED.test(text) ? readDate(text, hints) : undefined
  return date === undefined ? [] : [fieldOf('pickup_date', date, lines, CERTAIN)]
}

function carrier(text: string, lines: readonly TextLine[]): readonly FoundField[] {
  const from = behind(CARRIER, text)
  const name = from === undefined ? undefined : nameIn(from)
  if (name === undefined) return []
  return [fieldOf('carrier_company_name', { value: name, source: name, plausibility: 1 }, lines, CERTAIN)]
}

// A name in running text ends with its legal form; without one nobody knows where.
function nameIn(text: string): string | undefined {
  const words = text.slice(0, 120).split(' ')
  const ends = words.map((_, at) => words.slice(0, at + 1).join(' '))
  return ends
    .map((start) => nameBeforeMore(`${start.replace(/,$/, '')}, x`))
    .find((name) => name !== undefined)
}

function plates(text: string, lines: readonly TextLine[]): readonly FoundField[] {
  return (
    [
      ['vehicle_plate', VEHICLE],
      ['trailer_plate', TRAILER],
    ] as const
  ).flatMap(([name, pattern]) => {
    const plate = readPlate(behind(pattern, text)?.slice(0, 16) ?? '')
    return plate === undefined ? [] : [fieldOf(name, plate, lines, CERTAIN)]
  })
}

function delivery(text: string, lines: readonly TextLine[]): readonly FoundField[] {
  const from = behind(DELIVERED, text)
  if (from === undefined) return []
  const end = from.search(END_OF_PLACE)
  const place = wordsBetween(
    text.length - from.length,
    text.length - from.length + (end < 0 ? 160 : end),
    lines,
  )
  return place.length === 0 ? [] : stopFields('delivery', [lineOf(place)], CERTAIN)
}

/** The words of lines from one letter of their joined text to another; the last one cut short there. */
function wordsBetween(from: number, to: number, lines: readonly TextLine[]): readonly RecognisedWord[] {
  let begin = 0
  return lines
    .flatMap((line) => line.words)
    .flatMap((word) => {
      const text = word.text.trim()
      const at = begin
      begin += text.length + 1
      return at >= from && at < to ? [{ ...word, text: text.slice(0, to - at) }] : []
    })
}

function behind(pattern: RegExp, text: string): string | undefined {
  const found = pattern.exec(text)
  return found === null ? undefined : text.slice(found.index + found[0].length)
}
