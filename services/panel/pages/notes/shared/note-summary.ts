import type { Language } from '@ecmr/contract'
import { type Note, statusLabel } from '@ecmr/domain'
import { brief } from './brief.js'

/** What a note is about, in a few lines, above a form that does something to it. */
export interface NoteSummary {
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
