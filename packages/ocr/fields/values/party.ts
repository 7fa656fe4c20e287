import { type FieldName, fieldNames } from '@ecmr/domain'
import type { TextLine } from '../../page/text-lines.js'
import { namesStreet, readAddress } from './address.js'
import { readCountry } from './country.js'
import type { FoundValue, Hints } from './found-value.js'
import { lettersFit, plainLetters } from './letters.js'
import { type LabelledPart, type LabelledParts, labelledParts, withoutMemberLabel } from './member-labels.js'
import { readPlace } from './place.js'
import { type LineRest, readReach } from './reach.js'

// With or without points and blanks: S.L., SL, S. Coop., GmbH & Co. KG, Ges.m.b.H., Sp. z o.o., …
const forms = [
  'S\\.?\\s?L\\.?\\s?(?:U\\.?|L\\.?)?',
  'S\\.?\\s?A\\.?\\s?(?:U\\.?|S\\.?|R\\.?\\s?L\\.?)?',
  'S\\.?\\s?Coop\\.?(?:\\s?And\\.?)?',
  'C\\.\\s?B\\.',
  'EURL|SNC|SCA|SCEA|GAEC|GIE',
  '(?:GmbH|Ges\\.?\\s?m\\.?\\s?b\\.?\\s?H\\.?|AG|UG)(?:\\s?&\\s?Co\\.?\\s?(?:KG|OHG))?(?:aA)?',
  'KG|OHG|e\\.\\s?K\\.|eK|e\\.\\s?G\\.',
  'Ltd\\.?|Limited|plc|PLC|LLP|LLC|Inc\\.?|Corp\\.?|Co\\.\\s?Ltd\\.?',
  'B\\.?\\s?V\\.?|N\\.?\\s?V\\.?|V\\.?O\\.?F\\.?',
  'S\\.?\\s?r\\.?\\s?l\\.?|S\\.?\\s?p\\.?\\s?A\\.?|S\\.?\\s?n\\.?\\s?c\\.?|S\\.?\\s?a\\.?\\s?s\\.?',
  '(?:Unipessoal,?\\s?)?L(?:da|DA)\\.?|Lda\\.?',
  'Sp\\.\\s?z\\s?o\\.\\s?o\\.|S\\.?K\\.?A\\.?',
  'Kft\\.?|Zrt\\.?|s\\.\\s?r\\.\\s?o\\.|a\\.\\s?s\\.|d\\.\\s?o\\.\\s?o\\.|A/S|ApS|AB|Oy|AS|OÜ|UAB|SIA|EOOD|OOD',
].join('|')

const ALONE = new RegExp(`^(?:${forms})$`, 'iu')
const AT_THE_END = new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms})$`, 'iu')
const BEFORE_MORE = new RegExp(
  `^(.{2,80}?[\\s,](?:${forms}))(?=\\s?[,;–-]\\s|\\s?,)(?!\\s?,\\s?(?:${forms})(?:$|,))`,
  'u',
)

const isLegalForm = (text: string): boolean => ALONE.test(text.trim())
export const endsWithLegalForm = (text: string): boolean => AT_THE_END.test(text.trim())

const withoutLegalForm = (text: string): string => text.trim().replace(AT_THE_END, '')

/** The name at the beginning of a line on which more follows; undefined when no legal form ends it. */
export const nameBeforeMore = (line: string): string | undefined => BEFORE_MORE.exec(line)?.[1]

interface Named {
  readonly name?: FoundValue<string> & { readonly lines: readonly TextLine[] }
  /** the lines of the address */
  readonly below: readonly LineRest[]
}

/** The name at the head of a party's lines. */
function readName(lines: readonly LineRest[]): Named {
  const [first, ...others] = lines
  if (first === undefined || !isName(first.text)) return { below: lines }
  const end = endOfName(lines)
  if (end > 1) {
    const parts = lines.slice(0, end)
    const source = parts.map(({ text }) => text).join('\n')
    return { name: named(source.replaceAll('\n', ' '), source, 0.93, ...parts), below: lines.slice(end) }
  }
  const isWhole = lines.length === 1 && endsWithLegalForm(first.text)
  const name = isWhole
    ? first.text
    : (nameBeforeMore(first.text) ?? (lines.length === 1 ? first.text.split(/\s?[,;]\s/)[0] : undefined))
  if (name === undefined || name === first.text)
    return {
      name: named(first.text, first.text, endsWithLegalForm(first.text) ? 1 : 0.93, first),
      below: others,
    }
  const text = first.text.slice(name.length).replace(/^[\s,;–-]+/u, '')
  return {
    name: named(name, name, endsWithLegalForm(name) ? 0.97 : 0.8, first),
    below: [{ line: first.line, text }, ...others].filter((line) => line.text !== ''),
  }
}

const named = (value: string, source: string, plausibility: number, ...on: readonly LineRest[]) => ({
  value: value.replace(/[\s,;]+$/, ''),
  source: source.replace(/[\s,;]+$/, ''),
  plausibility,
  lines: on.map(({ line }) => line),
})

const isName = (text: string): boolean => /\p{L}{2}/u.test(text) && readPlace(text)?.postal_code === undefined

// No name takes more lines.
const LINES_OF_A_NAME = 4

/** How many lines a name takes: a long one was broken where a line below ends it with its legal form, and none is an address. */
function endOfName(lines: readonly LineRest[]): number {
  if (endsWithLegalForm(lines[0]?.text ?? '')) return isLegalForm(lines[1]?.text ?? '') ? 2 : 1
  const end = lines.slice(0, LINES_OF_A_NAME).findIndex(({ text }) => endsWithLegalForm(text)) + 1
  const more = lines.slice(1, end)
  return more.every(({ text }) => !/\d/.test(text) && !namesStreet(plainLetters(withoutLegalForm(text)))) &&
    more.length > 0
    ? end
    : 1
}

/** The members of a party in an address block; the words of the fields' names behind `sender_`, `receiver_`, `carrier_`. */
export const partyMembers = [
  'company_name',
  'address',
  'city',
  'postal_code',
  'country',
  'tax_id',
  'contact_name',
  'email',
  'phone',
] as const
export type PartyMember = (typeof partyMembers)[number]
export type PartyRole = 'sender' | 'receiver' | 'carrier'

/** The field of a member; not every party has every one: a carrier has no contact. */
export const memberField = (role: PartyRole, member: PartyMember): FieldName | undefined =>
  fieldNames.find((name) => name === `${role}_${member}`)

export type FoundParty = Readonly<
  Partial<Record<PartyMember, FoundValue<string> & { readonly lines: readonly TextLine[] }>>
>

/** The party that the lines of an address block describe. Countries are ISO 3166-1 alpha-2. */
export function readParty(lines: readonly TextLine[], hints: Hints = {}): FoundParty {
  const { found, rest } = readReach(lines, hints)
  const parts = labelledParts(rest)
  const party: FoundParty = { ...(parts ? readLabelled(parts) : readBlock(rest)), ...found }
  return { ...party, ...doubted(party, party.country?.value ?? hints.country ?? undefined) }
}

function readBlock(lines: readonly LineRest[]): FoundParty {
  const { name, below } = readName(withoutMemberLabel(lines))
  return { ...(name && { company_name: name }), ...readAddress(below) }
}

/** Of an address whose lines have labels: code and town in whichever order they stand. */
function readLabelled({ before, name, street, code, town, country }: LabelledParts): FoundParty {
  const above = readBlock(before)
  const head = name ? whole(name) : above.company_name
  const way = street ? whole(street) : above.address
  const place = readPlace([code?.value, town?.value].filter((text) => text !== undefined).join(' '))
  const [ofCode, ofTown] = [(code ?? town)?.lines ?? [], (town ?? code)?.lines ?? []]
  const land = country ? readCountry(country.value) : place?.country
  return {
    ...(head && { company_name: head }),
    ...(way && { address: way }),
    ...(place?.city && { city: { ...place.city, lines: ofTown } }),
    ...(place?.postal_code && { postal_code: { ...place.postal_code, lines: ofCode } }),
    ...(land && { country: { ...land, lines: country?.lines ?? ofTown } }),
  }
}

const whole = ({ value, source, lines }: LabelledPart) => ({
  value: value.replace(/[\s,;]+$/, ''),
  source: source.replace(/[\s,;]+$/, ''),
  plausibility: lines.length > 1 ? 0.93 : 1,
  lines,
})

/** A place with its address; a company's name above it is left out. */
export function readStop(lines: readonly TextLine[]): FoundParty {
  const rest = lines.map((line) => ({ line, text: line.text }))
  const parts = labelledParts(rest)
  if (parts) return readLabelled(parts)
  return readAddress(rest.length > 1 && endsWithLegalForm(rest[0]?.text ?? '') ? rest.slice(1) : rest)
}

const spelled = ['company_name', 'address', 'city'] as const

/** Names with letters that the country does not have are less plausible. */
function doubted(party: FoundParty, country: string | undefined): FoundParty {
  return Object.fromEntries(
    spelled.flatMap((member) => {
      const found = party[member]
      if (found === undefined) return []
      return [[member, { ...found, plausibility: found.plausibility * lettersFit(found.value, country) }]]
    }),
  )
}
