import type { ActorNames } from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import { type Incident, type Note, type Reservation, type Role, roles, type Signature } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { whoActed } from '../shared/actors.js'
import { brief, type Shown, withinRoom } from '../shared/brief.js'
import { eventSentence } from '../shared/labels.js'

const ROOM_FOR_EARLIER = 6_000

/** A signature as a page shows it: its drawing is fetched by itself, so that pages stay small. */
interface SignatureView extends Omit<Signature, 'signature_image'> {
  /** where its drawing is; absent: it has none */
  readonly image: string | undefined
}

/** The signatures of a note: the latest of each role, which stands in its box, and those before. */
interface SignaturesView {
  readonly boxes: readonly { readonly role: Role; readonly signature: SignatureView | undefined }[]
  readonly earlier: Shown<SignatureView>
}

export function signaturesView({ id, signatures }: Note): SignaturesView {
  const views = signatures.map(
    ({ signature_image, ...signature }, index): SignatureView => ({
      ...signature,
      image: signature_image === undefined ? undefined : `/ecmrs/${id}/firmas/${index + 1}`,
    }),
  )
  const latest = new Map(views.map((view) => [view.role, view]))
  return {
    boxes: roles.map((role) => ({ role, signature: latest.get(role) })),
    earlier: withinRoom(views.filter((view) => latest.get(view.role) !== view).reverse(), ROOM_FOR_EARLIER),
  }
}

const ROOM = 8_000

/** What went wrong and what was remarked on the way. */
interface WayView {
  readonly incidents: Shown<Incident>
  readonly reservations: Shown<Reservation>
}

/** Open incidents first, then the latest; of very many only these. */
export function wayView({ incidents, reservations }: Note): WayView {
  const latest = [...incidents].reverse()
  const open = latest.filter(({ status }) => status === 'open')
  const resolved = latest.filter(({ status }) => status === 'resolved')
  return {
    incidents: withinRoom([...open, ...resolved], ROOM),
    reservations: withinRoom([...reservations].reverse(), ROOM),
  }
}

const MOST = 30
/** Pages show minutes. */
const MINUTE_MS = 60_000
const SHOWN = new Set([
  'EcmrCreated',
  'EcmrAmended',
  'CarrierAssigned',
  'CarrierUnassigned',
  'EcmrSigned',
  'SigningDeclined',
  'GoodsTakenOver',
  'VehicleChanged',
  'IncidentReported',
  'IncidentResolved',
  'DeliveryConfirmed',
  'DeliveryReverted',
  'EcmrCancelled',
  'DocumentIssued',
  'EcmrShared',
  'SharingRevoked',
])

/** Of longer ones the history has the rest. */
const LONGEST_REASON = 160

/** Something that has happened on the way. */
interface TimelineStep {
  readonly sentence: string
  readonly at: string
  /** when it was recorded, if someone stated another time for it */
  readonly recordedAt: string | undefined
  readonly by: string
  /** why the note was amended, or a document issued again */
  readonly reason: string | undefined
  readonly inferred: boolean
  readonly version: number
}

/** What has happened to a note, oldest first; of very much the latest. Changes before a signature stand in its history. */
export function timelineOf(
  events: readonly RecordedEvent[],
  nameOf: ActorNames,
  language: Language,
): readonly TimelineStep[] {
  return (
    events
      // Versions of documents that follow from a change say nothing that the change does not.
      .filter(({ type, data }) => SHOWN.has(type) && data.automatic !== true)
      .slice(-MOST)
      .map(({ type, data, metadata, revision }) => {
        const { recorded_at } = metadata
        // Taking a delivery back says which one it was; it happens as it is recorded.
        const delivered = type === 'DeliveryConfirmed' ? data.delivered_at : undefined
        const happened =
          data.signed_at ?? data.taken_over_at ?? delivered ?? data.changed_at ?? data.occurred_at
        const at = typeof happened === 'string' ? happened : recorded_at
        // Why a note was cancelled stands at the top of the page.
        const reason = type !== 'EcmrCancelled' && typeof data.reason === 'string' ? data.reason : undefined
        return {
          sentence: eventSentence({ type, data }, language),
          at,
          recordedAt: Date.parse(recorded_at) - Date.parse(at) < MINUTE_MS ? undefined : recorded_at,
          by: whoActed(metadata.actor, nameOf, language),
          reason: reason && brief(reason, LONGEST_REASON),
          inferred: data.inferred === true,
          version: revision + 1,
        }
      })
  )
}
