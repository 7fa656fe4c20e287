import { accept, type Fact, refuse, type Verdict } from './decision.js'
import type { Note } from './state.js'
import type { Progress, Status } from './status.js'
import { type Circumstances, strictGap } from './strict-policy.js'

/** The facts that carry a note forward, and where to. */
export const milestones = {
  CarrierAssigned: 'assigned',
  GoodsTakenOver: 'in_transit',
  DeliveryConfirmed: 'delivered',
} as const

export type Milestone = Extract<Fact, { readonly type: keyof typeof milestones }>

const order: readonly Progress[] = ['draft', 'assigned', 'in_transit', 'delivered']

/** Whether a note has come as far as this, or further. */
export function hasReached(note: Note, step: Progress): boolean {
  return order.indexOf(note.progress) >= order.indexOf(step)
}

/** The steps after one up to another, in order; none when it does not lie ahead. */
function stepsAhead(from: Progress, to: Progress): readonly Progress[] {
  return order.slice(order.indexOf(from) + 1, order.indexOf(to) + 1)
}

/**
 * Moves a note forward to a milestone. Milestones that are skipped are recorded too: they are put before it,
 * marked as inferred. Under the strict policy every step on the way must have what it needs.
 */
export function advance(
  note: Note,
  milestone: Milestone,
  circumstances: Circumstances & { at: string },
): Verdict {
  const to = milestones[milestone.type]
  const steps = stepsAhead(note.progress, to)
  if (steps.length === 0) return refuseTransition(note, to)
  const gap =
    note.policy === 'strict'
      ? strictGap(note, steps, { ...reasonIn(milestone), ...circumstances })
      : undefined
  if (gap !== undefined) return { ok: false, refusal: gap }
  return accept(...steps.slice(0, -1).flatMap((step) => inferred(step, circumstances.at)), milestone)
}

function reasonIn(milestone: Milestone): Circumstances {
  const reason = milestone.type === 'DeliveryConfirmed' ? milestone.data.unsigned_reason : undefined
  return reason === undefined ? {} : { unsigned_reason: reason }
}

function inferred(step: Progress, at: string): readonly Fact[] {
  if (step === 'assigned') return [{ type: 'CarrierAssigned', data: { changes: [], inferred: true } }]
  if (step === 'in_transit') return [{ type: 'GoodsTakenOver', data: { taken_over_at: at, inferred: true } }]
  return []
}

/**
 * The statuses that a change of status may lead to now, given a reason where one is needed. None while an incident is
 * open (it has to be resolved) and none once the note is cancelled.
 */
export function allowedTransitions(note: Note): readonly Status[] {
  if (note.cancelled_at !== undefined || note.status === 'incident') return []
  const ahead = stepsAhead(note.progress, 'delivered')
  const open = ahead.filter((to) => {
    if (note.policy === 'lenient') return true
    return strictGap(note, stepsAhead(note.progress, to), { unsigned_reason: 'given' }) === undefined
  })
  return [...open, 'incident']
}

/** The refusal of a way that does not lead forward. */
export function refuseTransition(note: Note, to: Progress): Verdict {
  const allowed = allowedTransitions(note)
  const ways = allowed.join(' or ')
  const detail =
    note.progress === to
      ? `The note is already ${to}; it can go to ${ways}.`
      : `The note is ${note.progress} and cannot go back to ${to}; it can go to ${ways}.${wayBack(note, to)}`
  return refuse('invalid_transition', detail, { allowed_transitions: allowed })
}

function wayBack({ progress, fields }: Note, to: Progress): string {
  if (progress === 'delivered') return ' Take the delivery back first if it was recorded by mistake.'
  return to === 'draft' && progress === 'assigned' && fields.carrier_company_name !== undefined
    ? ' Clear carrier_company_name with null to take the assignment back.'
    : ''
}
