import type { Language } from '@ecmr/contract'
import { type Note, statusLabel } from '@ecmr/domain'

const SHORT = 80

/** The beginning of a text, where there is no room for all of it. */
export function brief(text: string, most = SHORT): string {
  if (text.length <= most) return text
  // By whole characters: half of a surrogate pair is none.
  return `${[...text.slice(0, most)].slice(0, -1).join('').trimEnd()}…`
}

/** Some of a list, and where it goes on. */
export interface Shown<T> {
  readonly items: readonly T[]
  /** place of the first of them, from 0 */
  readonly from: number
  readonly total: number
  /** place of the first that is not shown any more; absent: these are all up to the end */
  readonly next: number | undefined
}

/**
 * As many of a list as there is room for, at least one: a page stays small however long the texts are that people wrote.
 *
 * @param room in characters
 */
export function withinRoom<T>(list: readonly T[], room: number, from = 0): Shown<T> {
  let left = room
  const items: T[] = []
  for (const item of list.slice(from)) {
    left -= JSON.stringify(item).length
    if (left < 0 && items.length > 0) break
    items.push(item)
  }
  const next = from + items.length
  return { items, from, total: list.length, next: next < list.length ? next : undefined }
}

/** What a note is about, in a few lines, above a form that does something to it. */
interface NoteSummary {
  readonly number: string
  readonly status: string
  readonly statusLabel: string
  readonly sender: string
  readonly receiver: string
  readonly carrier: string | undefined
  readonly goods: string
  readonly pickup: string
  readonly pickupDate: string
  readonly delivery: string
  readonly vehicle: string | undefined
}

export function noteSummary({ ecmr_number, status, fields }: Note, language: Language): NoteSummary {
  const sender = fields.sender_city
  const receiver = fields.receiver_city
  return {
    number: ecmr_number,
    status,
    statusLabel: statusLabel(status, language),
    sender: brief(fields.sender_company_name),
    receiver: brief(fields.receiver_company_name),
    carrier: fields.carrier_company_name && brief(fields.carrier_company_name),
    goods: brief(fields.goods_description, 200),
    pickup: brief(fields.pickup_city ?? sender),
    pickupDate: fields.pickup_date,
    delivery: brief(fields.delivery_city ?? receiver),
    vehicle: fields.vehicle_plate,
  }
}
