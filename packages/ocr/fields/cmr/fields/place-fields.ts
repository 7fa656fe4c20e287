import type { TextLine } from '../../../page/text-lines.js'
import type { FoundField } from '../../read-form.js'
import { readAddress } from '../../values/address.js'
import { isRecordedMoment, readDate, readTimeWindow } from '../../values/dates.js'
import type { FoundValue, Hints } from '../../values/found-value.js'
import { memberField, type PartyMember, type PartyRole, partyMembers, readParty } from '../../values/party.js'
import { likelihoodOfWriting } from '../../writing.js'
import type { FilledBox } from '../filled-form.js'
import { labelLines } from '../form-labels.js'
import { foundInBox, ifInBox, linesWithout, unreadInBox } from '../found-in-box.js'

const exact: readonly PartyMember[] = ['postal_code', 'tax_id', 'email', 'phone']

/** Boxes 1, 2 and 16: who a party is. The name can be reported missing; the rest is optional. */
export function partyFields(
  role: PartyRole,
  filled: FilledBox | undefined,
  hints: Hints,
): readonly FoundField[] {
  if (filled === undefined || filled.lines.length === 0) return []
  const party = readParty(filled.lines, hints)
  const country = party.country?.value
  const fields = partyMembers.flatMap((member) => {
    const name = memberField(role, member)
    const found = party[member]
    if (name === undefined || found === undefined) return []
    const written = doubted(withFloors(found, member, country), member, country)
    return ifInBox(name, filled, found.lines, written, exact.includes(member) ? 'exact' : 'text')
  })
  return party.company_name === undefined
    ? [unreadInBox(`${role}_company_name`, filled, filled.lines), ...fields]
    : fields
}

/** Where floors are numbered `2.º` no address has a degree; the signs look the same. */
const floorsWithOrdinals: readonly string[] = ['ES', 'PT']

function withFloors(found: FoundValue<string>, member: PartyMember, country = ''): FoundValue<string> {
  return member === 'address' && floorsWithOrdinals.includes(country)
    ? { ...found, value: found.value.replace(/(\d\.?)°/g, '$1º') }
    : found
}

/** Names and addresses are less sure when they hold what their country does not write. */
export function doubted(
  found: FoundValue<string>,
  member: PartyMember,
  country: string | undefined,
): FoundValue<string> {
  const isWritten = member === 'company_name' || member === 'address' || member === 'city'
  return isWritten
    ? { ...found, plausibility: found.plausibility * likelihoodOfWriting(found.value, { country }) }
    : found
}

type Stop = 'pickup' | 'delivery'

/** Boxes 3 and 4: where and when. */
export function placeFields(stop: Stop, filled: FilledBox | undefined, hints: Hints): readonly FoundField[] {
  if (filled === undefined) return []
  const dated = dateAndTime(stop, filled, hints)
  const sources = dated.map(({ sourceText }) => sourceText)
  const labelled = filled.labels.filter(
    ({ label }) => label === 'place' || label === 'address' || label === 'country',
  )
  const lines = [
    ...linesWithout(filled.lines, sources).filter(({ text }) => !isRecordedMoment(text)),
    ...labelled.flatMap(labelLines),
  ]
  return [...whereabouts(stop, filled, lines), ...dated]
}

function dateAndTime(stop: Stop, filled: FilledBox, hints: Hints): readonly FoundField[] {
  const labels = filled.labels.filter(({ label }) => label === 'date' || label === 'time')
  const lines = [...labels.flatMap(labelLines), ...filled.lines].filter(({ text }) => !isRecordedMoment(text))
  const dates = lines.flatMap((line) => {
    const found = readDate(line.text, hints)
    return found === undefined ? [] : [{ line, found }]
  })
  const [first, second] = dates
  const unread = labels.some((label) => label.label === 'date' && labelLines(label).length > 0)
  const box = `${stop}_date` as const
  const date =
    first === undefined
      ? unread
        ? [unreadInBox(box, filled, labels.flatMap(labelLines))]
        : []
      : [foundInBox(box, filled, [first.line], second ? unsure(first.found) : first.found, 'exact')]
  return [...date, ...times(stop, filled, lines)]
}

/** Where several days stand in one box, the first need not be the one that is meant. */
const unsure = <Value>(found: FoundValue<Value>): FoundValue<Value> => ({
  ...found,
  plausibility: found.plausibility * 0.7,
})

function times(stop: Stop, filled: FilledBox, lines: readonly TextLine[]): readonly FoundField[] {
  for (const line of lines) {
    const found = readTimeWindow(line.text)
    if (found === undefined) continue
    return (['from', 'to'] as const).flatMap((end) =>
      ifInBox(`${stop}_time_${end}`, filled, [line], { ...found, value: found.value[end] }, 'exact'),
    )
  }
  return []
}

function whereabouts(stop: Stop, filled: FilledBox, lines: readonly TextLine[]): readonly FoundField[] {
  if (lines.length === 0) return []
  const place = readAddress(lines.map((line) => ({ line, text: line.text })))
  const parts = (['address', 'city', 'postal_code', 'country'] as const).flatMap((member) => {
    const found = place[member]
    if (found === undefined) return []
    const written = doubted(found, member, place.country?.value)
    return ifInBox(
      `${stop}_${member}`,
      filled,
      found.lines,
      written,
      member === 'postal_code' ? 'exact' : 'text',
    )
  })
  return parts.length > 0 ? parts : [unreadInBox(`${stop}_city`, filled, lines)]
}
