import type { Language } from '@ecmr/contract'
import type { RecordedEvent } from '@ecmr/event-store'
import { eventSentence } from '../shared/labels.js'

const MOST = 30
const SHOWN = new Set([
  'EcmrCreated',
  'CarrierAssigned',
  'EcmrSigned',
  'GoodsTakenOver',
  'IncidentReported',
  'IncidentResolved',
  'DeliveryConfirmed',
  'EcmrCancelled',
])

/** Something that has happened on the way. */
export interface TimelineStep {
  readonly sentence: string
  /** when it happened, which may be before it was recorded */
  readonly at: string
  readonly by: string
  readonly inferred: boolean
  readonly version: number
}

/** What has happened to a note, oldest first; of very much the latest. Changes of its data stand in its history. */
export function timelineOf(events: readonly RecordedEvent[], language: Language): readonly TimelineStep[] {
  return events
    .filter(({ type }) => SHOWN.has(type))
    .slice(-MOST)
    .map(({ type, data, metadata, revision }) => {
      const happened = data.taken_over_at ?? data.delivered_at ?? data.occurred_at
      return {
        sentence: eventSentence({ type, data }, language),
        at: typeof happened === 'string' ? happened : metadata.recorded_at,
        by: metadata.actor.name,
        inferred: data.inferred === true,
        version: revision + 1,
      }
    })
}
