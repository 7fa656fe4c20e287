import { compliance, type Note, statusLabel } from '@ecmr/domain'
import type { EcmrRecord } from '@ecmr/http-contract'
import type { Language } from './language.js'

/** A note as answers show it. */
export function recordOf(note: Note, language: Language, siteUrl: string): EcmrRecord {
  const { fields, status, cancelled_at, cancel_reason, taken_over_at, delivered_at, unsigned_reason } = note
  return {
    ...fields,
    id: note.id,
    ecmr_number: note.ecmr_number,
    status,
    status_label: statusLabel(status, language),
    version: note.version,
    created_at: note.created_at,
    updated_at: note.updated_at,
    ...(taken_over_at !== undefined && { taken_over_at }),
    ...(delivered_at !== undefined && { delivered_at }),
    ...(unsigned_reason !== undefined && { unsigned_reason }),
    cancelled: cancelled_at !== undefined,
    ...(cancelled_at !== undefined && { cancelled_at }),
    ...(cancel_reason !== undefined && { cancel_reason }),
    signatures: note.signatures,
    reservations: note.reservations,
    incidents: note.incidents,
    compliance: compliance(fields),
    tracking_url: trackingUrl(siteUrl, note.ecmr_number),
  }
}

/** Where people follow a shipment. */
export function trackingUrl(siteUrl: string, ecmrNumber: string): string {
  return `${siteUrl}/seguimiento/${ecmrNumber}`
}
