import { type FieldName, fieldNames } from '@ecmr/domain'
import type { TextLine } from '../../page/text-lines.js'
import { namesStreet, readAddress } from './address.js'
import type { FoundValue, Hints } from './found-value.js'
import { lettersFit, plainLetters } from './letters.js'
import { withoutMemberLabels } from './member-labels.js'
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
  const [first, second, ...others] = lines
  if (first === undefined || !isName(first.text)) return { below: lines }
  if (second !== undefined && goesOn(first.text, second.text)) {
    const value = `${first.text} ${second.text}`
    return { name: named(value, `${first.text}\n${second.text}`, 0.93, first, second), below: others }
  }
  const isWhole = lines.length === 1 && endsWithLegalForm(first.text)
  const name = isWhole
    ? first.text
    : (nameBeforeMore(first.text) ?? (lines.length === 1 ? first.text.split(/\s?[,;]\s/)[0] : undefined))
  if (name === undefined || name === first.text)
    return {
      name: named(first.text, first.text, endsWithLegalForm(first.text) ? 1 : 0.93, first),
      below: lines.slice(1),
    }
  const text = first.text.slice(name.length).replace(/^[\s,;–-]+/u, '')
  return {
    name: named(name, name, endsWithLegalForm(name) ? 0.97 : 0.8, first),
    below: [{ line: first.line, text }, ...lines.slice(1)].filter((line) => line.text !== ''),
  }
}

const named = (value: string, source: string, plausibility: number, ...on: readonly LineRest[]) => ({
  value: value.replace(/[\s,;]+$/, ''),
  source: source.replace(/[\s,;]+$/, ''),
  plausibility,
  lines: on.map(({ line }) => line),
})

const isName = (text: string): boolean => /\p{L}{2}/u.test(text) && readPlace(text)?.postal_code === undefined

/** Whether a long name was broken: the second line ends it with its legal form, and is no address. */
function goesOn(first: string, second: string): boolean {
  if (isLegalForm(second)) return true
  if (endsWithLegalForm(first) || !endsWithLegalForm(second)) return false
  return !/\d/.test(second) && !namesStreet(plainLetters(withoutLegalForm(second)))
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
  const { name, below } = readName(withoutMemberLabels(rest))
  const address = readAddress(below)
  const party: FoundParty = { ...(name && { company_name: name }), ...address, ...found }
  return { ...party, ...doubted(party, address.country?.value ?? hints.country ?? undefined) }
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
