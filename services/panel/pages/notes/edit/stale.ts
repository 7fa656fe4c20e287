import type { ActorNames } from '@ecmr/accounts'
import { type Language, placeLabel } from '@ecmr/contract'
import { type EcmrFields, type FieldChanges, type FieldName, fieldNames, type Note } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import type { FormValues } from '../../../forms/form.js'
import { withoutBlankRows, writeFields } from '../../../forms/note-fields.js'
import {
  lengthOf,
  linesOf,
  type Portion,
  portionAt,
  sentPortion,
  writePortions,
} from '../../../forms/portions.js'
import { isOf } from '../fields/sections.js'
import { whoActed } from '../shared/actors.js'
import { brief } from '../shared/brief.js'
import { formTexts } from '../shared/form-texts.js'
import { eventSentence } from '../shared/labels.js'
import { textOf } from './changes.js'

const MOST_STEPS = 10
const MOST_DIFFERENCES = 20

interface Difference {
  readonly name: string
  readonly label: string
  readonly from: string
  readonly to: string
}

/** What others did to a note while the user was changing it. */
export interface StaleView {
  readonly steps: readonly { readonly sentence: string; readonly by: string; readonly at: string }[]
  readonly moreSteps: number
  readonly differences: readonly Difference[]
  readonly moreDifferences: number
  /** what was typed into fields that cannot be changed any more */
  readonly lost: readonly { readonly label: string; readonly typed: string }[]
}

/** A form that was made of an older note, made anew of the present one, with what was typed kept. */
interface Merged {
  readonly values: FormValues
  readonly stale: StaleView
  /** what each field says by now, to be shown beside what was typed */
  readonly hints: Readonly<Record<string, string>>
}

/**
 * Brings a form up to date: what its sender did not touch is as the note is now, what the sender typed stays.
 *
 * @param changed the fields that the sender changed
 * @param events the whole history of the note
 */
export function mergedForm(
  {
    before,
    now,
    events,
    nameOf,
  }: {
    readonly before: Note
    readonly now: Note
    readonly events: readonly RecordedEvent[]
    readonly nameOf: ActorNames
  },
  typed: FormValues,
  changed: readonly FieldName[],
  language: Language,
  isEditable: (field: FieldName) => boolean,
): Merged {
  const kept = changed.filter(isEditable)
  const portionOf = (list: FieldName, length: number): Portion => {
    const sent = sentPortion(typed, list, lengthOf(before.fields, list))
    const moved = movedPortion(list, sent, before.fields, now.fields)
    return kept.includes(list) ? moved : portionAt(list, length, moved.from)
  }
  const present = writePortions(now.fields, language, portionOf)
  const isKept = (name: string): boolean => kept.some((field) => isOf(field, name))
  const merged = Object.fromEntries([
    ...Object.entries(typed).filter(([name]) => isKept(name) || !isFieldName(name)),
    ...Object.entries(present).filter(([name]) => !isKept(name)),
  ])
  const values = withoutBlankRows(merged, (list) => portionOf(list, lengthOf(now.fields, list)).from)
  const differences = differencesBetween(before.fields, now.fields, language)
  const meanwhile = events.slice(before.version)
  const said = formTexts[language].stale
  return {
    values,
    hints: Object.fromEntries(
      differences.filter(({ name }) => isKept(name)).map(({ name, to }) => [name, said.now(to)]),
    ),
    stale: {
      steps: meanwhile.slice(0, MOST_STEPS).map((event) => ({
        sentence: eventSentence(event, language),
        by: whoActed(event.metadata.actor, nameOf, language),
        at: event.metadata.recorded_at,
      })),
      moreSteps: Math.max(0, meanwhile.length - MOST_STEPS),
      differences: differences.slice(0, MOST_DIFFERENCES),
      moreDifferences: Math.max(0, differences.length - MOST_DIFFERENCES),
      lost: changed
        .filter((field) => !isEditable(field))
        .flatMap((field) =>
          Object.entries(typed).filter(([name, value]) => value !== '' && isOf(field, name)),
        )
        .slice(0, MOST_DIFFERENCES)
        .map(([name, value]) => ({ label: placeLabel(name, language), typed: brief(value) })),
    },
  }
}

function isFieldName(name: string): boolean {
  return fieldNames.some((field) => isOf(field, name))
}

function differencesBetween(before: EcmrFields, now: EcmrFields, language: Language): readonly Difference[] {
  const [old, present] = [writeFields(before, language), writeFields(now, language)]
  const changed = fieldNames.filter((field) => textOf(field, old) !== textOf(field, present))
  const names = changed.flatMap((field) =>
    [...new Set([...Object.keys(old), ...Object.keys(present)])].filter((name) => isOf(field, name)),
  )
  const shown = (value: string | undefined): string =>
    value === undefined ? formTexts[language].stale.blank : brief(value)
  return names
    .filter((name) => old[name] !== present[name])
    .map((name) => ({
      name,
      label: placeLabel(name, language),
      from: shown(old[name]),
      to: shown(present[name]),
    }))
}

/** A line that is the same in two lists: where it stands in the one, and in the other. */
type Pair = readonly [old: number, present: number]

/**
 * Where the lines of a list that a form stands for are by now. Lines that others added or took away beside them move
 * them; those that others added at their ends stay outside of them, and so are not lost.
 */
function movedPortion(
  list: FieldName,
  { from, to }: Portion,
  before: FieldChanges,
  now: FieldChanges,
): Portion {
  const old = linesOf(before, list).map((line) => JSON.stringify(line))
  const present = linesOf(now, list).map((line) => JSON.stringify(line))
  const pairs: readonly Pair[] = [[-1, -1], ...samePairs(old, present), [old.length, present.length]]
  const first = movedStart(from, pairs)
  return { from: first, to: Math.max(first, movedEnd(to, pairs)) }
}

function movedStart(line: number, pairs: readonly Pair[]): number {
  const [ahead, behind] = around(line, pairs)
  return line === behind[0] ? behind[1] : between(line, ahead, behind)
}

function movedEnd(line: number, pairs: readonly Pair[]): number {
  const [ahead, behind] = around(line, pairs)
  if (line === ahead[0] + 1) return ahead[1] + 1
  return line === behind[0] ? behind[1] : between(line, ahead, behind)
}

/** The unchanged lines next to a place: the last one ahead of it, and the first one from there on. */
function around(line: number, pairs: readonly Pair[]): readonly [Pair, Pair] {
  const ahead = pairs.findLast(([old]) => old < line) ?? [-1, -1]
  const behind = pairs.find(([old]) => old >= line) ?? ahead
  return [ahead, behind]
}

/** Among lines that others wrote anew, the first is taken for the first, and so on. */
function between(line: number, ahead: Pair, behind: Pair): number {
  return Math.min(ahead[1] + line - ahead[0], behind[1])
}

/** The longest run of lines that two lists have in common, in their order. */
function samePairs(old: readonly string[], present: readonly string[]): readonly Pair[] {
  // How many lines are in common from one place in each list on.
  const common = Array.from({ length: old.length + 1 }, () => Array.from(present, () => 0))
  const inCommon = (one: number, other: number): number => common[one]?.[other] ?? 0
  for (let one = old.length - 1; one >= 0; one--)
    common[one] = present.reduceRight<number[]>(
      (row, line, other) => {
        row[other] =
          line === old[one]
            ? inCommon(one + 1, other + 1) + 1
            : Math.max(inCommon(one + 1, other), row[other + 1] ?? 0)
        return row
      },
      Array.from(present, () => 0),
    )
  const pairs: Pair[] = []
  for (let one = 0, other = 0; one < old.length && other < present.length; ) {
    if (old[one] === present[other]) pairs.push([one++, other++])
    else if (inCommon(one + 1, other) >= inCommon(one, other + 1)) one++
    else other++
  }
  return pairs
}
