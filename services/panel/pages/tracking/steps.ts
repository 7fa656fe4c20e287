import type { DocumentLanguage } from '@ecmr/domain'
import type { Milestone, TrackedNote } from '@ecmr/read-models'
import type { Formats } from '../../texts/formats.js'
import { plannedTexts, signedTexts, stepTexts, trackingTexts } from './texts.js'

// A page stays small, also that of a shipment with very many incidents.
const MOST_PAST = 50

/** A step of the timeline: what happened, or what is planned. */
interface Step {
  readonly text: string
  readonly look: 'done' | 'bad' | 'planned'
  /** for programs; absent: no date is planned */
  readonly datetime?: string
  /** when, in words */
  readonly when: string
}

/** The way of a shipment: what has happened, in order, and what is still to come. */
export function stepsOf(
  shipment: TrackedNote,
  manner: { readonly language: DocumentLanguage; readonly f: Formats },
): readonly Step[] {
  return [
    ...shipment.milestones.slice(-MOST_PAST).map((milestone) => past(milestone, manner)),
    ...ahead(shipment).map(([type, day]) => planned(type, day, manner)),
  ]
}

function past(
  { type, role, at, recorded_at }: Milestone,
  { language, f }: Parameters<typeof stepsOf>[1],
): Step {
  const text = role ? signedTexts[language][role] : stepTexts[language][type]
  const isBad = type === 'incident' || type === 'delivery_reverted' || type === 'cancelled'
  return { text, look: isBad ? 'bad' : 'done', datetime: at, when: whenSaid(at, recorded_at, language, f) }
}

/** A time that was stated is said to be so, with the one at which it was recorded. */
function whenSaid(
  at: string,
  recordedAt: string | undefined,
  language: DocumentLanguage,
  f: Formats,
): string {
  if (recordedAt === undefined) return f.instant(at)
  return `${f.instant(at)} (${trackingTexts[language].stated} ${f.instant(recordedAt)})`
}

type Planned = readonly (readonly [type: 'taken_over' | 'delivered', day: string | null])[]

/** Pickup and delivery as long as they have not taken place. */
function ahead({ cancelled, milestones, pickup_date, delivery_date, delivered_at }: TrackedNote): Planned {
  if (cancelled || delivered_at !== null) return []
  const isTakenOver = milestones.some(({ type }) => type === 'taken_over')
  return [
    ...(isTakenOver ? [] : ([['taken_over', pickup_date]] as const)),
    ['delivered', delivery_date] as const,
  ]
}

function planned(
  type: Planned[number][0],
  day: string | null,
  { language, f }: Parameters<typeof stepsOf>[1],
): Step {
  const text = plannedTexts[language][type]
  if (day === null) return { text, look: 'planned', when: trackingTexts[language].notPlanned }
  return { text, look: 'planned', datetime: day, when: f.date(day) }
}
