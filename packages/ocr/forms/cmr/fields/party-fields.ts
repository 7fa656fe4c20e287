import { type FieldName, fieldNames } from '@ecmr/domain'
import type { FoundField } from '../../read-form.js'
import type { FoundValue, Hints } from '../../values/found-value.js'
import { type PartyMember, readParty } from '../../values/party.js'
import { likelihoodOfWriting } from '../../writing.js'
import type { FilledBox } from '../filled-form.js'
import { foundInBox, type Sensitivity, unreadInBox } from '../found-in-box.js'

const members: readonly (readonly [PartyMember, Sensitivity])[] = [
  ['company_name', 'text'],
  ['address', 'text'],
  ['city', 'text'],
  ['postal_code', 'exact'],
  ['country', 'text'],
  ['tax_id', 'exact'],
  ['contact_name', 'text'],
  ['email', 'exact'],
  ['phone', 'exact'],
]

/** Boxes 1, 2 and 16: who a party is. The name can be reported missing; the rest is optional. */
export function partyFields(
  role: 'sender' | 'receiver' | 'carrier',
  filled: FilledBox | undefined,
  hints: Hints,
): readonly FoundField[] {
  if (filled === undefined || filled.lines.length === 0) return []
  const party = readParty(filled.lines, hints)
  const fields = members.flatMap(([member, sensitivity]) => {
    const name = nameOf(`${role}_${member}`)
    const found = party[member]
    return name === undefined || found === undefined
      ? []
      : [
          foundInBox(
            name,
            filled,
            found.lines,
            doubted(written(found, member, party.country?.value), member, party.country?.value),
            sensitivity,
          ),
        ]
  })
  return party.company_name === undefined
    ? [unreadInBox(`${role}_company_name`, filled, filled.lines), ...fields]
    : fields
}

/** Where floors are numbered `2.º` no address has a degree; the signs look the same. */
const floorsWithOrdinals: readonly string[] = ['ES', 'PT']

function written(found: FoundValue<string>, member: PartyMember, country = ''): FoundValue<string> {
  return member === 'address' && floorsWithOrdinals.includes(country)
    ? { ...found, value: found.value.replace(/(\d\.?)°/g, '$1º') }
    : found
}

function doubted(
  found: FoundValue<string>,
  member: PartyMember,
  country: string | undefined,
): FoundValue<string> {
  const isWritten = member === 'company_name' || member === 'address' || member === 'city'
  return isWritten
    ? { ...found, plausibility: found.plausibility * likelihoodOfWriting(found.value, { country }) }
    : found
}

/** Not every party has every member: a carrier has no contact. */
const nameOf = (name: string): FieldName | undefined => fieldNames.find((each) => each === name)
