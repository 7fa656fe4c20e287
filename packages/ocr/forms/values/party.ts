import type { TextLine } from '../../page/text-lines.js'
import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'
import { readAddress } from './parties/address.js'
import { lettersFit } from './parties/foreign-letters.js'
import { readName } from './parties/name.js'
import { readReach } from './parties/reach.js'

/** Who somebody is, as an address block says it; the words of the fields' names behind `sender_`, `receiver_`, `carrier_`. */
export type PartyMember =
  | 'company_name'
  | 'address'
  | 'city'
  | 'postal_code'
  | 'country'
  | 'tax_id'
  | 'contact_name'
  | 'email'
  | 'phone'

export type FoundParty = Readonly<
  Partial<Record<PartyMember, FoundValue<string> & { readonly lines: readonly TextLine[] }>>
>

/** The party that the lines of an address block describe. Countries are ISO 3166-1 alpha-2. */
export function readParty(lines: readonly TextLine[], hints: Hints = {}): FoundParty {
  const { found, rest } = readReach(lines, hints)
  const { name, below } = readName(rest)
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
