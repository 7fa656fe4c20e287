import { bottom } from '../../page/line-runs.js'
import type { RecognisedWord, Rule } from '../../page/recognised-page.js'
import { boxOf, lineOf, type TextLine, textBlocks } from '../../page/text-lines.js'
import type { FoundField } from '../read-form.js'
import {
  type Hints,
  readAdrClass,
  readDate,
  readPackingGroup,
  readPlace,
  readPlate,
  readUnNumber,
} from '../values/index.js'
import { endsWithLegalForm, nameBeforeMore } from '../values/party.js'
import { fieldOf, partyFields, stopFields } from './party-fields.js'

const LOADED =
  /cargad[oa]s?|entregad[oa]s? al (?:transportista|porteador)|recogid[oa]s?|loaded|handed over|collected|charg[ée]{1,2}e?s?|remis|enlev[ée]{1,2}e?s?|geladen|verladen|übergeben|abgeholt|caricat[aeio]|ritirat[aeio]|consegnat[aeio]|carregad[ao]s?|recolhid[ao]s?|entregámos|entregu?e[si]?/iu
const CARRIER =
  /(?:(?:[Tt]ransportist|[Pp]orteador|[Cc]arrier|[Hh]aulier|[Tt]ransporteur|[Vv]oiturier|Frachtführer|Spedit|Transportunternehme|[Vv]ettore|[Tt]rasportator|[Tt]ransportador)\p{L}*|(?:cargad[oa]s?|recogid[oa]s?|carregad[oa]s?) [^.]{0,60}?(?:por|pela)|(?:loaded|collected) [^.]{0,60}?by|chargée?s? [^.]{0,60}?par|caricat\p{L} [^.]{0,60}?da|(?:am|geladen) [^.]{0,60}?von)\s+(?!la\b|el\b|the\b|les?\b|des?\b)(?=\p{Lu})/u
const VEHICLE =
  /(?:[Mm]atrícula|[Rr]egistration(?: number)?|[Ii]mmatriculée?|Kennzeichen|[Tt]arg[ao](?:t[ao])?|[Vv]ehículo|[Vv]ehicle|[Vv]éhicule|[Vv]eicolo|[Vv]eículo|[Vv]iatura|[Cc]ami(?:ón|on|ão)|[Tt]ruck|[Ll]orry|L[Kk][Ww])\s*:?\s+(?=[\p{Lu}\d])/u
const TRAILER =
  /(?:[Rr]emolque|[Ss]emirremolque|[Tt]railer|[Ss]emi-?remorque|[Rr]emorque|Anhänger|Auflieger|(?:[Ss]emi)?rimorchio|[Ss]emirreboque|[Rr]eboque)\s*:?\s+(?=[\p{Lu}\d])/u
const DELIVERED =
  /(?<!\p{L})(?:entreg|destin|deliver|unload|bound for|livr|déchar|(?:aus|ab|an)?liefer|entlad|bestimm|consegn|scaric|descarreg|und in)\p{L}*:?(?:\s(?:se|a|al|en|in|to|at|for|of|à|au|em|ao|zu|nach|an|bei|presso|para|is|are|ist)){0,2}\s(?=[\p{Lu}\d])/giu
// Points of abbreviations are not the end of a sentence.
const END_OF_PLACE =
  /\s(?:el|am|on|le|il|em) (?:día |giorno |dia )?\d|(?<=\d{3}.*)\s(?:\p{Ll}{1,3}\s){0,2}\p{Ll}{5,}|(?<=[\p{L}\d]{4}|\)|\s\p{Lu}{2})\.(?=\s\p{Lu})|\.\s*$/u
const CERTAIN = 0.96

/** What running text says about a carriage: when the goods were loaded, by whom, on what, and where they go. */
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

// A name in running text ends with its legal form; without one its end is unknown.
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
  const places = Array.from(text.matchAll(DELIVERED), ({ 0: { length }, index }) => {
    const from = index + length
    // The pattern takes capitals for small letters; a place begins with a real one or a number.
    if (!/^[\p{Lu}\d]/u.test(text.slice(from))) return []
    const end = text.slice(from, from + LONGEST_PLACE).search(END_OF_PLACE)
    const place = wordsBetween(from, from + (end < 0 ? LONGEST_PLACE : end), lines)
    return place.length === 0 ? [] : stopFields('delivery', [lineOf(place)], CERTAIN)
  })
  return places.find((fields) => fields.some(({ name }) => name === 'delivery_postal_code')) ?? []
}

const LONGEST_PLACE = 160

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

// A letterhead need not be the sender's. On a delivery note it is, if it names a company and its town.
const LETTERHEAD_CERTAINTY = 0.95
const DOUBTFUL = 0.8
// Nothing but its place or its name says what a party is.
const UNNAMED = 0.8

/** Which parties labels name. */
export interface Named {
  readonly sender: boolean
  readonly receiver: boolean
  readonly carrier: boolean
}

// Names of companies that carry.
const CARRIES = /trans|logist|logíst|spedi|messager|haul|freight|fracht|frigor|autotrasp|vervoer/iu

/**
 * The parties that no label names, by their blocks of lines that have a company's name and a town: the uppermost is who sends the
 * goods, and the next one, as in the window of an envelope, who receives them; below them one with a carrier's name carries.
 */
export function unnamedParties(
  lines: readonly TextLine[],
  rules: readonly Rule[],
  pageHeight: number,
  isNamed: Named,
  hints: Hints,
): readonly FoundField[] {
  const all = columns(lines, rules).filter((block) => isParty(block, hints))
  const carrier = isNamed.carrier ? undefined : all.slice(1).find((block) => carries(block, hints))
  const isLow = (block: readonly TextLine[]): boolean => boxOf(block).y >= pageHeight * 0.45
  // Where labels were lost all over the page, parties stand anywhere on it.
  const anywhere = !isNamed.sender && !isNamed.receiver && all.length > 1
  const blocks = all.filter((block) => block !== carrier && (anywhere || !isLow(block)))
  const [head, next] = isNamed.sender ? [undefined, blocks[0]] : blocks
  const letterhead = head !== undefined && (anywhere || boxOf(head).y < pageHeight * 0.3) ? head : undefined
  const addressed = isNamed.receiver || (letterhead === undefined && !isNamed.sender) ? undefined : next
  const sure = letterhead && isLow(letterhead) ? UNNAMED : LETTERHEAD_CERTAINTY
  return [
    ...(letterhead === undefined ? [] : asParty('sender', letterhead, sure, hints)),
    ...(addressed === undefined ? [] : asParty('receiver', addressed, UNNAMED, hints)),
    ...(carrier === undefined ? [] : asParty('carrier', carrier, UNNAMED, hints)),
  ]
}

/** Whether a block is a carrier's by its name; a stamp has no street. */
function carries(block: readonly TextLine[], hints: Hints): boolean {
  const fields = partyFields('carrier', block, 1, hints)
  return (
    fields.some(({ name, value }) => name === 'carrier_company_name' && CARRIES.test(String(value))) &&
    fields.some(({ name }) => name === 'carrier_address')
  )
}

// No line of an address block has more words; sentences name companies and towns too.
const MOST_WORDS = 8

function isParty(block: readonly TextLine[], hints: Hints): boolean {
  if (block.some(({ words }) => words.length > MOST_WORDS)) return false
  const names = partyFields('sender', block, 1, hints).map(({ name }) => name)
  return names.includes('sender_company_name') && names.includes('sender_postal_code')
}

function asParty(
  role: 'sender' | 'receiver' | 'carrier',
  block: readonly TextLine[],
  certainty: number,
  hints: Hints,
): readonly FoundField[] {
  const isCompany = endsWithLegalForm(block[0]?.text ?? '')
  return partyFields(role, block, certainty * (isCompany ? 1 : DOUBTFUL), hints)
}

/** Blocks that begin at the same edge under each other, for the name is printed larger than what follows. */
function columns(lines: readonly TextLine[], rules: readonly Rule[]): readonly (readonly TextLine[])[] {
  const joined: TextLine[][] = []
  for (const { lines: block, box } of textBlocks(lines, rules).toSorted((a, b) => a.box.y - b.box.y)) {
    const above = joined.find((other) => {
      const edge = boxOf(other)
      const height = Math.max(...other.map((line) => line.box.height))
      return Math.abs(edge.x - box.x) < height && box.y - bottom(edge) < 1.5 * height && box.y > edge.y
    })
    if (above === undefined) joined.push([...block])
    else above.push(...block)
  }
  return joined
}

/** Dangerous goods as the rules for their carriage want them described, on one line: `UN 1263, PINTURA, 3, II, (D/E)`. */
export function dangerLine(line: TextLine): readonly FoundField[] {
  if (!/(?<!\p{L})(?:UN|ONU)\s?\d{4}\s?,/u.test(line.text)) return []
  const un = readUnNumber(line.text)
  if (un === undefined) return []
  const adrClass = readAdrClass(line.text)
  const group = readPackingGroup(line.text)
  return [
    fieldOf('goods_un_number', un, [line], 1),
    fieldOf('goods_dangerous', { ...un, value: true }, [line], 1),
    ...(adrClass ? [fieldOf('goods_adr_class', adrClass, [line], 1)] : []),
    ...(group ? [fieldOf('goods_packing_group', group, [line], 1)] : []),
  ]
}

const JOIN = /^\s*,?\s*(?:a|le|den|the|el)?\s*$/iu

/** Where and when a letter was written: a line such as `Lyon, le 20 novembre 2026` and nothing else. */
export function placeAndDate(line: TextLine, hints: Hints): readonly FoundField[] {
  const date = readDate(line.text, hints)
  if (date === undefined || !line.text.endsWith(date.source)) return []
  const before = line.text.slice(0, line.text.length - date.source.length)
  const [town = '', ...rest] = before.split(',')
  const place = readPlace(town.trim())
  if (place?.city?.value !== town.trim() || !JOIN.test(rest.join(',')) || rest.length !== 1) return []
  return [
    fieldOf('issue_place', { value: town.trim(), source: town.trim(), plausibility: 1 }, [line], 0.95),
    fieldOf('issue_date', date, [line], 0.95),
  ]
}
