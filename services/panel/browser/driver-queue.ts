// What a driver has done and the service does not know yet: in which order it is sent, and what follows from each answer. Nothing here
// knows the browser: what is kept and sent is in driver-store.ts and driver-sender.ts.

/** What moves the note on; reports and photographs tell what happened beside it, and wait for nothing. */
const movesOn = {
  take_over: true,
  deliver: true,
  change_vehicle: true,
  report_incident: false,
  photograph: false,
} as const
export type ActionName = keyof typeof movesOn

/** An action that waits, or could not be done. */
export interface Queued {
  /** UUID, made once: however often it is sent, it is done once */
  readonly key: string
  /** the link that it was done by */
  readonly token: string
  readonly order: number
  readonly action: ActionName
  /** what the form said */
  readonly says: Readonly<Record<string, string>>
  /** a JPEG, made small */
  readonly photograph?: Blob
  /** by the clock of the device, in ms */
  readonly at: number
  /** how far the service’s clock was ahead of the device’s when it was measured last before, in ms */
  readonly skew: number
  readonly tries: number
  /** held: sent once what stands in its way is gone; refused: the driver has to see it */
  readonly state: 'waiting' | 'held' | 'refused'
  /** why it is held or refused */
  readonly problem?: string
  /** the driver has chosen to send it without its time */
  readonly timeless?: true
}

export type Queue = readonly Queued[]

/** What became of sending an action. */
export type Answer =
  | { readonly kind: 'recorded' }
  /** no coverage, or the service cannot now */
  | { readonly kind: 'later'; readonly afterMs?: number }
  | { readonly kind: 'refused'; readonly problem: string; readonly progress?: string }
  /** the service does not know this telephone */
  | { readonly kind: 'unknown_device' }
  /** the link leads nowhere any more */
  | { readonly kind: 'closed'; readonly problem: string }

export const queueLimits = { actions: 100, bytes: 20_000_000 } as const

/** Whether there is room for one more. */
export function hasRoom(queue: Queue, one: Pick<Queued, 'says' | 'photograph'>): boolean {
  const bytes = queue.reduce((sum, each) => sum + sizeOf(each), sizeOf(one))
  return queue.length < queueLimits.actions && bytes <= queueLimits.bytes
}

function sizeOf({ says, photograph }: Pick<Queued, 'says' | 'photograph'>): number {
  return 2 * JSON.stringify(says).length + (photograph?.size ?? 0)
}

/** Refusals that someone else can lift: the office resolves the incident. */
const LIFTED = new Set(['incident_open', 'quota_exceeded'])
/** Of what comes after a pickup that was refused. */
export const AFTER_REFUSED = 'after_refused'

/**
 * What is sent next: in the order in which it was done. What moves the note on does not overtake another such action that is held;
 * reports do.
 */
export function next(queue: Queue): Queued | undefined {
  let isHeldUp = false
  for (const one of inOrder(queue)) {
    if (one.state === 'held') isHeldUp ||= movesOn[one.action]
    if (one.state === 'waiting' && !(isHeldUp && movesOn[one.action])) return one
  }
  return undefined
}

export const inOrder = (queue: Queue): Queue => [...queue].sort((a, b) => a.order - b.order)

/** The queue after an answer to one of its actions. What was recorded leaves it; nothing else does. */
export function answered(queue: Queue, key: string, answer: Answer): Queue {
  switch (answer.kind) {
    case 'recorded':
      return queue.filter((one) => one.key !== key)
    case 'later':
      return changed(queue, key, (one) => ({ ...one, tries: one.tries + 1 }))
    case 'refused': {
      const { problem } = answer
      const state = LIFTED.has(problem) ? 'held' : 'refused'
      const marked = changed(queue, key, (one) => ({ ...one, state, problem }))
      return state === 'refused' ? withoutPickup(marked, key, answer.progress) : marked
    }
    case 'closed':
      return queue.map((one) =>
        one.state === 'refused' ? one : { ...one, state: 'refused', problem: answer.problem },
      )
    case 'unknown_device':
      return queue
  }
}

/** Where the goods were not taken over, a delivery would be recorded with a pickup that nobody made. */
function withoutPickup(queue: Queue, key: string, progress: string | undefined): Queue {
  const refused = queue.find((one) => one.key === key)
  if (refused?.action !== 'take_over' || progress === 'in_transit' || progress === 'delivered') return queue
  return queue.map((one) =>
    one.state === 'waiting' && one.order > refused.order && movesOn[one.action]
      ? { ...one, state: 'held', problem: AFTER_REFUSED }
      : one,
  )
}

/** The queue once more is known of the note: what was held up by an incident goes on when none is open. */
export function released(queue: Queue, status: string): Queue {
  return queue.map((one) =>
    one.state === 'held' && LIFTED.has(one.problem ?? '') && status !== 'incident' ? again(one) : one,
  )
}

/** The driver wants it sent once more; without its time, when that is what stands in the way. */
export function resent(queue: Queue, key: string): Queue {
  return changed(queue, key, (one) =>
    one.problem === 'clock_changed' ? { ...again(one), timeless: true } : again(one),
  )
}

/** The driver has seen it, and it is not to be sent. What waits cannot be taken away. */
export function dismissed(queue: Queue, key: string): Queue {
  return queue.filter((one) => one.key !== key || one.state === 'waiting')
}

function again({ problem: _, ...one }: Queued): Queued {
  return { ...one, state: 'waiting', tries: 0 }
}

function changed(queue: Queue, key: string, change: (one: Queued) => Queued): Queue {
  return queue.map((one) => (one.key === key ? change(one) : one))
}

const LONGEST_PAUSE_MS = 300_000

/** How long to wait before the next attempt, in ms. @param random from 0 to 1 */
export function pauseAfter(tries: number, random: number): number {
  return Math.min(LONGEST_PAUSE_MS, 2_000 * 2 ** Math.min(tries, 10)) * (0.5 + random / 2)
}
