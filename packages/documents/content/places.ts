import { uncapitalised } from '@ecmr/contract'
import { shortFieldName } from '../captions/field-names.js'
import { words } from '../captions/words.js'
import type { Line } from './page-data.js'
import { placeLines } from './parties.js'
import { writtenInstant } from './values.js'
import { lacking, type Writing, written } from './writing.js'

/** Where the goods are taken over; the sender's address unless there is another. */
export function pickupLines(note: Writing): readonly Line[] {
  return placeLines(note, hasOwnPlace(note, 'pickup') ? 'pickup' : 'sender')
}

/** Where the goods are delivered; the receiver's address unless there is another. */
export function deliveryLines(note: Writing): readonly Line[] {
  return placeLines(note, hasOwnPlace(note, 'delivery') ? 'delivery' : 'receiver')
}

function hasOwnPlace({ record, missing }: Writing, place: 'pickup' | 'delivery'): boolean {
  return (
    missing.has(`${place}_city`) ||
    record[`${place}_address`] !== undefined ||
    record[`${place}_city`] !== undefined ||
    record[`${place}_postal_code`] !== undefined ||
    record[`${place}_country`] !== undefined
  )
}

/** The day and the hours that are planned. */
export function plannedLines(note: Writing, step: 'pickup' | 'delivery'): readonly Line[] {
  const date = written(note, `${step}_date`)
  const said = [date, hoursOf(note, step)].filter((part) => part !== undefined)
  if (said.length === 0) return lacking(note, `${step}_date`)
  return [{ label: words[note.language].planned, text: said.join(', ') }]
}

/** The hours that are planned. */
export function hoursOf(note: Writing, step: 'pickup' | 'delivery'): string | undefined {
  const from = written(note, `${step}_time_from`)
  const to = written(note, `${step}_time_to`)
  if (from !== undefined && to !== undefined) return `${from}–${to}`
  const end = from === undefined ? 'to' : 'from'
  const hour = from ?? to
  return hour && `${uncapitalised(shortFieldName(`${step}_time_${end}`, note.language))} ${hour}`
}

/** When the goods were taken over, if they were. */
export function takenOverLines(note: Writing): readonly Line[] {
  const { taken_over_at } = note.record
  return taken_over_at === undefined
    ? []
    : [stepLine(note, 'GoodsTakenOver', words[note.language].takenOver, taken_over_at)]
}

/** When the goods were delivered, if they were. */
export function deliveredLines(note: Writing): readonly Line[] {
  const { delivered_at } = note.record
  return delivered_at === undefined
    ? []
    : [stepLine(note, 'DeliveryConfirmed', words[note.language].delivered, delivered_at)]
}

/** The deliveries that were taken back, oldest first. */
export function revertedLines({ record, language }: Writing): readonly Line[] {
  const said = words[language]
  return (record.reverted_deliveries ?? []).map(({ delivered_at, reverted_at, reason }) => ({
    label: `${said.deliveryReverted}, ${writtenInstant(reverted_at)}`,
    text: `${said.wasDelivered} ${writtenInstant(delivered_at)}; ${uncapitalised(said.reason)}: ${reason}`,
    tone: 'warning' as const,
  }))
}

/** A step with its instant, its place, and when it was recorded where that is another instant. */
function stepLine(
  { history, language }: Writing,
  type: 'GoodsTakenOver' | 'DeliveryConfirmed',
  label: string,
  at: string,
): Line {
  const event = history.findLast((entry) => entry.type === type)
  const place = placeIn(event?.data)
  const said = [
    writtenInstant(at),
    ...(place === undefined ? [] : [place]),
    ...statedTime(at, event?.recorded_at, language),
    ...(event?.inferred ? [words[language].inferred] : []),
  ]
  return { label, text: said.join(', ') }
}

/** That a time is one that was stated, and when it was recorded; nothing where that is the same instant. */
export function statedTime(
  at: string,
  recordedAt: string | undefined,
  language: Writing['language'],
): readonly string[] {
  if (recordedAt === undefined || writtenInstant(recordedAt) === writtenInstant(at)) return []
  const said = words[language]
  return [said.stated, `${said.recorded} ${writtenInstant(recordedAt)}`]
}

function placeIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('place' in data)) return undefined
  return typeof data.place === 'string' ? data.place : undefined
}
