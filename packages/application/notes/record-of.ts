import type { EcmrRecord, Language, ReadOnlyMembers } from '@ecmr/contract'
import { compliance, type Note, statusLabel } from '@ecmr/domain'

/** A note as answers show it. */
export function recordOf(note: Note, language: Language, siteUrl: string): EcmrRecord {
  // Spreading this many members in a literal makes V8 fall back to a slow kind of object; assigning does not. It is a
  // tenth of the price, for the object and again for writing it out.
  return Object.assign(readOnlyMembers(note, language, siteUrl), note.fields)
}

function readOnlyMembers(note: Note, language: Language, siteUrl: string): ReadOnlyMembers {
  const members: ReadOnlyMembers = {
    id: note.id,
    ecmr_number: note.ecmr_number,
    status: note.status,
    status_label: statusLabel(note.status, language),
    version: note.version,
    created_at: note.created_at,
    updated_at: note.updated_at,
    cancelled: note.cancelled_at !== undefined,
    signatures: note.signatures,
    reservations: note.reservations,
    incidents: note.incidents,
    compliance: compliance(note.fields),
    tracking_url: trackingUrl(siteUrl, note.ecmr_number),
  }
  if (note.taken_over_at !== undefined) members.taken_over_at = note.taken_over_at
  if (note.delivered_at !== undefined) members.delivered_at = note.delivered_at
  if (note.unsigned_reason !== undefined) members.unsigned_reason = note.unsigned_reason
  if (note.cancelled_at !== undefined) members.cancelled_at = note.cancelled_at
  if (note.cancel_reason !== undefined) members.cancel_reason = note.cancel_reason
  return members
}

/** Where people follow a shipment. */
export function trackingUrl(siteUrl: string, ecmrNumber: string): string {
  return `${siteUrl}/seguimiento/${ecmrNumber}`
}
