import { type EcmrEvent, eraseFields, parseStatus } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { changedFields, pickFields } from '../fields.js'
import { readEvent } from '../read-event.js'
import { signaturesAfter } from '../signatures.js'
import { type Places, placeFields, shownPlaces, type TrackingRow } from './table.js'
import type { Milestone, TrackingView } from './view.js'

/** What the public sees of a shipment after an event. */
export function applyToTracking(row: TrackingRow | undefined, recorded: RecordedEvent): TrackingRow {
  const event = readEvent(recorded)
  const before = event?.type === 'EcmrCreated' ? created(event) : row
  if (!before) throw new Error(`${recorded.type} comes before the creation of ${recorded.stream}`)
  // What programs keep with a note, and which companies see it, is not even seen to change.
  if (event && UNSEEN.has(event.type)) return before
  const places = event ? placesAfter(before.places, event) : before.places
  const status = parseStatus(recorded.metadata.status ?? '') ?? before.view.status
  return {
    places,
    view: {
      ...before.view,
      ...shownPlaces(places),
      ...(event && whatChanged(before.view, event)),
      milestones: event ? milestonesAfter(before.view, event, status) : before.view.milestones,
      status,
      incident_open: status === 'incident',
      updated_at: recorded.metadata.recorded_at,
    },
  }
}

const UNSEEN: ReadonlySet<string> = new Set(['MetadataChanged', 'EcmrShared', 'SharingRevoked'])

function placesAfter(places: Places, event: EcmrEvent): Places {
  if (event.type !== 'PersonalDataErased') return { ...places, ...changedFields(event, placeFields) }
  return event.data.due === undefined ? eraseFields(places, event.data.categories) : places
}

function created({ at, data }: Extract<EcmrEvent, { type: 'EcmrCreated' }>): TrackingRow {
  const places = pickFields(data.fields, placeFields)
  const view: TrackingView = {
    ecmr_number: data.ecmr_number,
    status: 'draft',
    ...shownPlaces(places),
    delivered_at: null,
    milestones: [],
    signed_by: [],
    outdated_signatures: [],
    incident_open: false,
    cancelled: false,
    updated_at: at,
  }
  return { places, view }
}

function whatChanged(view: TrackingView, event: EcmrEvent): Partial<TrackingView> {
  switch (event.type) {
    case 'DeliveryConfirmed':
      return { delivered_at: toTheMinute(event.data.delivered_at) }
    case 'DeliveryReverted':
      return { delivered_at: null, ...signaturesAfter(view, event) }
    case 'EcmrCancelled':
      return { cancelled: true }
    default:
      return signaturesAfter(view, event) ?? {}
  }
}

function milestonesAfter(view: TrackingView, event: EcmrEvent, status: string): readonly Milestone[] {
  // Taken back before anything came of it, it has not been a step on the way.
  if (event.type === 'CarrierUnassigned') return view.milestones.filter(({ type }) => type !== 'assigned')
  if (event.type === 'DeliveryReverted') return withoutDelivery(view.milestones, event)
  return [...view.milestones, ...milestones(view, event, status)]
}

/** What was public stays so, with what became of it; what was only inferred from the delivery is still to come. */
function withoutDelivery(
  milestones: readonly Milestone[],
  { at, data: { back_to } }: Extract<EcmrEvent, { type: 'DeliveryReverted' }>,
): readonly Milestone[] {
  const kept = milestones.filter(
    ({ type }) =>
      (type !== 'taken_over' || back_to === 'in_transit') && (type !== 'assigned' || back_to !== 'draft'),
  )
  return [...kept, { type: 'delivery_reverted', at: toTheMinute(at) }]
}

function milestones(view: TrackingView, event: EcmrEvent, status: string): readonly Milestone[] {
  const at = toTheMinute(event.at)
  switch (event.type) {
    case 'EcmrCreated':
      return [{ type: 'created', at }]
    case 'CarrierAssigned':
      return view.milestones.some(({ type }) => type === 'assigned') ? [] : [{ type: 'assigned', at }]
    case 'EcmrSigned':
      return [{ type: 'signed', role: event.data.role, ...stated(event, event.data.signed_at) }]
    case 'GoodsTakenOver':
      return [{ type: 'taken_over', ...stated(event, event.data.taken_over_at) }]
    case 'VehicleChanged':
      return isOtherVehicle(event)
        ? [{ type: 'vehicle_changed', ...stated(event, event.data.changed_at) }]
        : []
    case 'IncidentReported':
      return [{ type: 'incident', at }]
    case 'IncidentResolved':
      return status === 'incident' ? [] : [{ type: 'resolved', at }]
    case 'DeliveryConfirmed':
      return [{ type: 'delivered', ...stated(event, event.data.delivered_at) }]
    case 'EcmrCancelled':
      return [{ type: 'cancelled', at }]
    default:
      return []
  }
}

/** Public are neither plates nor drivers, only that the vehicle is another one. An edit of the note does not say since when. */
function isOtherVehicle(
  event: Extract<EcmrEvent, { type: 'VehicleChanged' }>,
): event is typeof event & { readonly data: { readonly changed_at: string } } {
  const { changed_at, changes } = event.data
  return changed_at !== undefined && changes.some(({ field }) => PLATES.has(field))
}

const PLATES: ReadonlySet<string> = new Set(['vehicle_plate', 'trailer_plate'])

/** When it happened, and when that was recorded if it is another minute. */
function stated(
  { at: recorded }: EcmrEvent,
  instant: string = recorded,
): Pick<Milestone, 'at' | 'recorded_at'> {
  const [at, recorded_at] = [toTheMinute(instant), toTheMinute(recorded)]
  return at === recorded_at ? { at } : { at, recorded_at }
}

const toTheMinute = (instant: string): string => `${new Date(instant).toISOString().slice(0, 16)}Z`
