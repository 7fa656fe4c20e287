import type { TextLine } from '../../../page/text-lines.js'
import type { FoundField } from '../../read-form.js'
import { readAddress } from '../../values/address.js'
import { readDate, readTimeWindow } from '../../values/dates.js'
import type { FoundValue, Hints } from '../../values/found-value.js'
import { likelihoodOfWriting } from '../../writing.js'
import type { FilledBox } from '../filled-form.js'
import { labelLines } from '../form-labels.js'
import { foundInBox, linesWithout, unreadInBox } from '../found-in-box.js'

type Stop = 'pickup' | 'delivery'

/** Boxes 3 and 4: where and when. */
export function placeFields(stop: Stop, filled: FilledBox | undefined, hints: Hints): readonly FoundField[] {
  if (filled === undefined) return []
  const dated = dateAndTime(stop, filled, hints)
  const sources = dated.map(({ sourceText }) => sourceText)
  const labelled = filled.labels.filter(
    ({ label }) => label === 'place' || label === 'address' || label === 'country',
  )
  const lines = [...linesWithout(filled.lines, sources), ...labelled.flatMap(labelLines)]
  return [...whereabouts(stop, filled, lines), ...dated]
}

function dateAndTime(stop: Stop, filled: FilledBox, hints: Hints): readonly FoundField[] {
  const labels = filled.labels.filter(({ label }) => label === 'date' || label === 'time')
  const lines = [...labels.flatMap(labelLines), ...filled.lines]
  const dates = lines.flatMap((line) => {
    const found = readDate(line.text, hints)
    return found === undefined ? [] : [{ line, found }]
  })
  const [first, second] = dates
  const unread = labels.some((label) => label.label === 'date' && labelLines(label).length > 0)
  const date =
    first === undefined
      ? unread
        ? [unreadInBox(`${stop}_date`, filled, labels.flatMap(labelLines))]
        : []
      : [
          foundInBox(
            `${stop}_date`,
            filled,
            [first.line],
            second === undefined ? first.found : doubted(first.found),
            'exact',
          ),
        ]
  return [...date, ...times(stop, filled, lines, hints)]
}

/** Where several days stand in one box, the first need not be the one that is meant. */
const doubted = <Value>(found: FoundValue<Value>): FoundValue<Value> => ({
  ...found,
  plausibility: found.plausibility * 0.7,
})

function times(
  stop: Stop,
  filled: FilledBox,
  lines: readonly TextLine[],
  hints: Hints,
): readonly FoundField[] {
  for (const line of lines) {
    const found = readTimeWindow(line.text, hints)
    if (found === undefined) continue
    const { from, to } = found.value
    return [
      ...(from === null
        ? []
        : [foundInBox(`${stop}_time_from` as const, filled, [line], { ...found, value: from }, 'exact')]),
      ...(to === null
        ? []
        : [foundInBox(`${stop}_time_to` as const, filled, [line], { ...found, value: to }, 'exact')]),
    ]
  }
  return []
}

const written = <Found extends FoundValue<string>>(found: Found, country: string | undefined): Found => ({
  ...found,
  plausibility: found.plausibility * likelihoodOfWriting(found.value, { country }),
})

function whereabouts(stop: Stop, filled: FilledBox, lines: readonly TextLine[]): readonly FoundField[] {
  if (lines.length === 0) return []
  const place = readAddress(lines.map((line) => ({ line, text: line.text })))
  const street = place.address && written(place.address, place.country?.value)
  const city = place.city && written(place.city, place.country?.value)
  const parts = [
    ...(street === undefined ? [] : [foundInBox(`${stop}_address`, filled, street.lines, street, 'text')]),
    ...(city === undefined ? [] : [foundInBox(`${stop}_city`, filled, city.lines, city, 'text')]),
    ...(place.postal_code === undefined
      ? []
      : [foundInBox(`${stop}_postal_code`, filled, place.postal_code.lines, place.postal_code, 'exact')]),
    ...(place.country === undefined
      ? []
      : [foundInBox(`${stop}_country`, filled, place.country.lines, place.country, 'text')]),
  ]
  return parts.length > 0 ? parts : [unreadInBox(`${stop}_city`, filled, lines)]
}
