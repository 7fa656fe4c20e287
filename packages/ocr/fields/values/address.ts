import type { TextLine } from '../../page/text-lines.js'
import { readCountry } from './country.js'
import type { FoundValue } from './found-value.js'
import { plainLetters } from './letters.js'
import { type Place, readPlace } from './place.js'
import type { LineRest } from './reach.js'

const words = `calle|c/|cl|avda|av|avenida|plaza|pza|pl|paseo|camino|ctra|carretera|pol|poligono|p i|parcela|nave|ronda|travesia|
  urb|plataforma|autovia|muelle|mercado|rue|avenue|ave|boulevard|bd|blvd|allee|allees|chemin|route|rte|quai|z i|zi|za|zac|zone|
  parc|impasse|lieu dit|platz|weg|gasse|ring|am|an der|im|zum|zur|gewerbepark|industriepark|industriegebiet|hafen|ufer|damm|via|
  viale|corso|piazza|largo|strada|localita|loc|lotto|rua|r|estrada|travessa|lote|lugar|parque|quinta|street|st|road|rd|lane|drive|
  way|park|estate|unit|plot|court|close|house|kade|dijk|plein|ul|al|os|zoning|km|apartado|apdo|bp|b p|po box|postfach`
const SINGLE = new RegExp(`(?:^| )(?:${words.replace(/\s*\n\s*/g, '')})(?: |$)`, 'u')
const WITHIN =
  /\p{L}{2,}(?:strasse|str|gasse|platz|weg|allee|zeile|ring|damm|ufer|hof|laan|straat|kade|dijk|singel|plein)(?: |$)/u

/** Whether plain letters (see `plainLetters`) name a street, an estate or the like in one of the languages of Europe. */
export const namesStreet = (plain: string): boolean => SINGLE.test(plain) || WITHIN.test(plain)

type OnLines = FoundValue<string> & { readonly lines: readonly TextLine[] }
type FoundAddress = Partial<Record<'address' | 'city' | 'postal_code' | 'country', OnLines>>

/** A part of a line between commas. */
interface Piece {
  readonly line: TextLine
  readonly text: string
  /** where on the line it begins and ends */
  readonly at: number
  readonly end: number
  readonly row: number
}

/** Street, town and country of the lines under a party's name. */
export function readAddress(lines: readonly LineRest[]): FoundAddress {
  const pieces = lines.flatMap(({ line, text }, row) => piecesOf(line, text, row))
  const town = findTown(pieces)
  if (town === undefined) return withoutTown(lines, pieces)
  const { place, from, to } = town
  const country = place.country ?? countryOf(pieces[to])
  const own = pieces.slice(from, to).map(({ line }) => line)
  const after = pieces[to]
  const street = streetOf(lines, pieces[from])
  return {
    ...(street && { address: street }),
    ...(place.city && { city: { ...place.city, lines: own } }),
    ...(place.postal_code && { postal_code: { ...place.postal_code, lines: own } }),
    ...(country && { country: { ...country, lines: place.country || !after ? own : [after.line] } }),
  }
}

function piecesOf(line: TextLine, text: string, row: number): readonly Piece[] {
  return Array.from(text.matchAll(/[^,;|]+/g), (match) => ({
    line,
    text: match[0].trim(),
    at: match.index,
    end: match.index + match[0].length,
    row,
  })).filter((piece) => piece.text !== '')
}

interface Town {
  readonly place: Place
  /** the pieces it stands on */
  readonly from: number
  readonly to: number
}

/** The town with its postal code: where the code stands first rather than where a number ends a line, the last one. */
function findTown(pieces: readonly Piece[]): Town | undefined {
  const towns = pieces.flatMap((piece, at): readonly Town[] => {
    const place = readPlace(piece.text)
    if (place?.postal_code === undefined || isStreet(piece, place)) return []
    if (place.city === undefined) return joined(pieces, at, place)
    const wrapped = wrappedTown(piece, pieces[at + 1])
    return [{ place: wrapped ?? place, from: at, to: wrapped === undefined ? at + 1 : at + 2 }]
  })
  return (
    towns.findLast(({ place, from }) => pieces[from]?.text.startsWith(place.postal_code?.value ?? '')) ??
    towns.at(-1)
  )
}

// "Industriestraße 1230"; but "2676 LM Maasdijk" is a town.
const isStreet = ({ text }: Piece, { city, postal_code: code }: Place): boolean =>
  !text.includes(`${code?.value} ${city?.value}`) && namesStreet(plainLetters(city?.value ?? ''))

// "30500 Molina de" and "Segura (España)" on the next line.
function wrappedTown(piece: Piece, next: Piece | undefined): Place | undefined {
  if (next === undefined || next.row === piece.row || /\d/.test(next.text)) return undefined
  const isBroken =
    /(?:[-–(]|\s(?:de|del|la|las|los|el|di|do|da|im|am|an der|sur|en|le|les|upon))$/iu.test(piece.text) ||
    /^[-–(]/u.test(next.text)
  return isBroken ? readPlace(`${piece.text} ${next.text}`) : undefined
}

// "46980" at the end of a line and the town on the next, or "Dover, CT16 3LF".
function joined(pieces: readonly Piece[], at: number, code: Place): readonly Town[] {
  const [before, after] = [pieces[at - 1], pieces[at + 1]]
  const next = after === undefined ? undefined : readPlace(after.text)
  if (next?.city !== undefined && next.postal_code === undefined)
    return [{ place: { ...code, ...next }, from: at, to: at + 2 }]
  const town = before === undefined ? undefined : readPlace(before.text)
  if (town?.city !== undefined && !namesStreet(plainLetters(town.city.value)))
    return [{ place: { ...town, ...code }, from: at - 1, to: at + 1 }]
  return [{ place: code, from: at, to: at + 1 }]
}

function countryOf(piece: Piece | undefined): FoundValue<string> | undefined {
  const country = piece === undefined ? undefined : readCountry(piece.text)
  return country?.source === piece?.text ? country : undefined
}

// Without a postal code a town is believed if a country stands with it, or hardly.
function withoutTown(lines: readonly LineRest[], pieces: readonly Piece[]): FoundAddress {
  const at = pieces.findLastIndex((piece) => !/\d/.test(piece.text) && !namesStreet(plainLetters(piece.text)))
  const piece = pieces[at]
  const place = piece === undefined ? undefined : readPlace(piece.text)
  if (piece === undefined || place === undefined) return lines.length === 0 ? {} : streetAlone(lines)
  if (place.city === undefined && place.country !== undefined) {
    const own = lines[piece.row]
    const beside = own && piece.at > 0 ? [{ line: own.line, text: own.text.slice(0, piece.at) }] : []
    const before = withoutTown([...lines.slice(0, piece.row), ...beside], pieces.slice(0, at))
    const { city } = before
    return {
      ...before,
      ...(city && piece.at > 0 && { city: { ...city, plausibility: 0.95 } }),
      country: { ...place.country, lines: [piece.line] },
    }
  }
  const sure = place.country === undefined ? 0.8 : 0.95
  const street = streetOf(lines, piece)
  return {
    ...(street && { address: street }),
    ...(place.city && { city: { ...place.city, plausibility: sure, lines: [piece.line] } }),
    ...(place.country && { country: { ...place.country, lines: [piece.line] } }),
  }
}

function streetAlone(lines: readonly LineRest[]): FoundAddress {
  const street = joinedLines(lines)
  return street === undefined ? {} : { address: street }
}

/** What stands before the town. */
function streetOf(lines: readonly LineRest[], town: Piece | undefined): OnLines | undefined {
  if (town === undefined) return undefined
  const own = lines[town.row]
  const onItsLine = own === undefined ? [] : [{ line: own.line, text: own.text.slice(0, town.at) }]
  return joinedLines([...lines.slice(0, town.row), ...onItsLine])
}

function joinedLines(lines: readonly LineRest[]): OnLines | undefined {
  const parts = lines
    .map(({ line, text }) => ({ line, text: text.trim() }))
    .filter(({ text }) => text.replace(/[\s,;]/g, '') !== '')
  const widest = Math.max(...lines.map(({ line }) => line.box.width))
  const value = parts.reduce((before, part, at) => {
    const above = parts[at - 1]
    return above === undefined
      ? part.text
      : `${before}${isBroken(above, part, widest) ? ' ' : ', '}${part.text}`
  }, '')
  const address = value.replace(/[\s,;]+$/, '')
  if (address === '' || !/[\p{L}]{2}/u.test(address)) return undefined
  const source = parts
    .map(({ text }) => text)
    .join('\n')
    .replace(/[\s,;]+$/, '')
  return {
    value: address,
    source,
    plausibility: parts.length === 1 ? 1 : 0.85,
    lines: parts.map(({ line }) => line),
  }
}

/** Whether a line goes on below only because the next word had no room beside it; `widest` is that of the block's lines. */
function isBroken(above: LineRest, below: LineRest, widest: number): boolean {
  if (/[,/–-]$/.test(above.text)) return true
  const letter = above.line.box.width / Math.max(1, above.line.text.length)
  const [next = ''] = below.text.split(' ')
  return above.line.box.width + (next.length + 1) * letter > widest
}
