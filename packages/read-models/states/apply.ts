import { parseStatus } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { changedFields } from '../fields.js'
import { readEvent } from '../read-event.js'
import { ANY_STATUS, type Interval, type StatesRow } from './table.js'

/** How a note has stood after an event. */
export function applyToStates(row: StatesRow | undefined, recorded: RecordedEvent): StatesRow {
  const event = readEvent(recorded)
  const { revision, metadata } = recorded
  const at = metadata.recorded_at
  if (event?.type === 'EcmrCreated') {
    const { id, company_id, ecmr_number, fields } = event.data
    const begin = {
      cancelled: false,
      pickup_date: fields.pickup_date,
      revision,
      valid_from: at,
      valid_to: null,
    }
    const intervals = [
      { ...begin, status: ANY_STATUS },
      { ...begin, status: 'draft' },
    ] as const
    return { id, company_id, ecmr_number, created_at: at, intervals }
  }
  if (!row) throw new Error(`${recorded.type} comes before the creation of ${recorded.stream}`)
  const { pickup_date: picked } = event ? changedFields(event, ['pickup_date']) : {}
  const after = (open: Interval): Interval => ({
    status: open.status === ANY_STATUS ? ANY_STATUS : (parseStatus(metadata.status ?? '') ?? open.status),
    cancelled: open.cancelled || event?.type === 'EcmrCancelled',
    pickup_date: typeof picked === 'string' ? picked : open.pickup_date,
    revision,
    valid_from: at,
    valid_to: null,
  })
  const ended = row.intervals.filter((one) => one.valid_to === null && differ(one, after(one)))
  if (ended.length === 0) return row
  const before = row.intervals.map((one) => (ended.includes(one) ? { ...one, valid_to: at } : one))
  return { ...row, intervals: [...before, ...ended.map(after)] }
}

function differ(one: Interval, other: Interval): boolean {
  return (
    one.status !== other.status || one.cancelled !== other.cancelled || one.pickup_date !== other.pickup_date
  )
}
