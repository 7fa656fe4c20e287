import { type EcmrEvent, ERASED, eraseFields, type PersonalCategory, parseStatus } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import type { TableRecord } from '@ecmr/projections'
import { changedFields, pickFields } from '../fields.js'
import { readEvent } from '../read-event.js'
import { signaturesAfter } from '../signatures.js'
import { type ListItem, listedFields } from './item.js'
import { searchText } from './search.js'

/** The note's line in the list after an event. */
export function applyToList(row: ListRow | undefined, recorded: RecordedEvent): ListRow {
  const event = readEvent(recorded)
  if (event?.type === 'EcmrCreated') return { company_id: event.data.company_id, item: created(event) }
  if (!row) throw new Error(`${recorded.type} comes before the creation of ${recorded.stream}`)
  const before = event?.type === 'DeliveryReverted' ? withoutDelivery(row.item, event) : row.item
  const item = {
    ...before,
    ...(event && whatChanged(row.item, event)),
    status: parseStatus(recorded.metadata.status ?? '') ?? row.item.status,
    version: recorded.revision + 1,
    updated_at: recorded.metadata.recorded_at,
  }
  return { company_id: row.company_id, item }
}

function created({ at, data }: Extract<EcmrEvent, { type: 'EcmrCreated' }>): ListItem {
  return {
    id: data.id,
    ecmr_number: data.ecmr_number,
    status: 'draft',
    version: 1,
    created_at: at,
    updated_at: at,
    ...pickFields(data.fields, listedFields),
    signed_by: [],
    open_incidents: 0,
  }
}

function whatChanged(item: ListItem, event: EcmrEvent): Partial<ListItem> {
  switch (event.type) {
    case 'EcmrEdited':
    case 'EcmrAmended':
    case 'CarrierAssigned':
    case 'CarrierUnassigned':
    case 'VehicleChanged':
      return { ...changedFields(event, listedFields), ...signatures(item, event) }
    case 'EcmrSigned':
    case 'DeliveryReverted':
      return signatures(item, event)
    case 'GoodsTakenOver':
      return { taken_over_at: event.data.taken_over_at }
    case 'IncidentReported':
      return { open_incidents: item.open_incidents + 1 }
    case 'IncidentResolved':
      return { open_incidents: item.open_incidents - 1 }
    case 'DeliveryConfirmed':
      return { delivered_at: event.data.delivered_at }
    case 'EcmrCancelled':
      return { cancelled_at: event.at, cancel_reason: event.data.reason }
    case 'PersonalDataErased':
      return event.data.due === undefined ? withoutPersonal(item, event.data.categories) : {}
    case 'EcmrCreated':
    case 'SignerInvited':
    case 'SignerInvitationRevoked':
    case 'SigningDeclined':
    case 'ReservationRecorded':
    case 'AttachmentAdded':
    case 'AttachmentWithdrawn':
    case 'DocumentIssued':
    case 'MetadataChanged':
    case 'EcmrShared':
    case 'SharingRevoked':
      return {}
    default:
      return event satisfies never
  }
}

/** What was only inferred from it has not happened. */
function withoutDelivery(
  { delivered_at: _, taken_over_at, ...item }: ListItem,
  { data }: Extract<EcmrEvent, { type: 'DeliveryReverted' }>,
): ListItem {
  const isTakenOver = data.back_to === 'in_transit' && taken_over_at !== undefined
  return { ...item, ...(isTakenOver && { taken_over_at }) }
}

/** Most notes have none that are outdated; these say nothing of it. */
function signatures(item: ListItem, event: EcmrEvent): Partial<ListItem> {
  const after = signaturesAfter(item, event)
  if (after === undefined) return {}
  const { signed_by, outdated_signatures } = after
  return { signed_by, outdated_signatures: outdated_signatures.length > 0 ? outdated_signatures : undefined }
}

function withoutPersonal(item: ListItem, categories: readonly PersonalCategory[]): Partial<ListItem> {
  const fields = eraseFields(pickFields(item, listedFields), categories)
  const isCancelled = item.cancel_reason !== undefined && categories.includes('people')
  return { ...fields, ...(isCancelled && { cancel_reason: ERASED }) }
}

/** A note as the list keeps it: what it shows, and whose it is. */
export interface ListRow {
  readonly company_id: string
  readonly item: ListItem
}

export function noteRecord({ company_id, item }: ListRow): TableRecord {
  const { id, ecmr_number, status, pickup_date, created_at, updated_at } = item
  const cancelled = item.cancelled_at !== undefined
  return { id, company_id, ecmr_number, status, cancelled, pickup_date, created_at, updated_at, item }
}

export function searchRecord({ company_id, item }: ListRow): TableRecord {
  return { id: item.id, company_id, text: searchText(item) }
}
