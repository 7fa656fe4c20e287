import type { DeliveryStatus } from '@ecmr/contract'
import type { SendResult } from '../sending/send-result.js'
import type { Outcome } from './circuit.js'
import type { Claimed } from './claim.js'
import { type AttemptVerdict, answerOf, type FaultKind, faultKindOf, verdictOf } from './verdict.js'

/** What an attempt means for its delivery, and for its endpoint. */
export interface Settled {
  readonly delivery_id: string
  readonly endpoint_id: string
  readonly ecmr_id: string
  readonly version: number
  readonly is_replay: boolean
  /** where it was sent */
  readonly url: string
  readonly number: number
  readonly started_at: Date
  readonly duration_ms: number
  /** the `webhook-signature` header; null: nothing was sent */
  readonly signature: string | null
  readonly response_status: number | null
  readonly response_body: string | null
  readonly error: string | null
  readonly status: DeliveryStatus
  readonly failures: number
  readonly failing_since: Date | null
  readonly next_attempt_at: Date
  readonly finished_at: Date | null
  /** broken off though its owner had requested it: goes before the others again */
  readonly expedited: boolean
  /** `gone`: the receiver wants nothing more, ever, and the endpoint is to be disabled */
  readonly verdict: AttemptVerdict
  readonly fault: FaultKind | null
  readonly outcome: Outcome
}

interface Timing {
  readonly startedAt: Date
  readonly durationMs: number
  /** see `Settled` */
  readonly signature: string | null
  readonly now: Date
  /** pause before each attempt, milliseconds */
  readonly schedule: readonly number[]
  readonly random: () => number
}

/** Decides what becomes of a delivery after an attempt. */
export function settle(delivery: Claimed, result: SendResult, timing: Timing): Settled {
  const verdict = verdictOf(result)
  return {
    delivery_id: delivery.id,
    endpoint_id: delivery.endpoint_id,
    ecmr_id: delivery.ecmr_id,
    version: delivery.version,
    is_replay: delivery.is_replay,
    url: delivery.url,
    number: delivery.attempt,
    started_at: timing.startedAt,
    duration_ms: Math.round(timing.durationMs),
    signature: timing.signature,
    ...answerOf(result),
    expedited: delivery.expedited && verdict === 'interrupted',
    verdict,
    fault: faultKindOf(result),
    outcome: outcomeOf(delivery, result, timing.now),
    ...nextStep(delivery, result, timing),
  }
}

type Step = Pick<Settled, 'status' | 'failures' | 'failing_since' | 'next_attempt_at' | 'finished_at'>

function nextStep(delivery: Claimed, result: SendResult, timing: Timing): Step {
  const { failures, failing_since, next_attempt_at } = delivery
  const unchanged = { failures, failing_since, next_attempt_at }
  switch (verdictOf(result)) {
    case 'interrupted':
      return { ...unchanged, status: 'pending', finished_at: null }
    case 'delivered':
      return { ...unchanged, status: 'delivered', finished_at: timing.now }
    case 'gone':
      return { ...unchanged, status: 'cancelled', finished_at: timing.now }
    case 'failed':
      return afterFailure(delivery, result, timing)
  }
}

function afterFailure(delivery: Claimed, result: SendResult, { now, schedule, random }: Timing): Step {
  const failures = delivery.failures + 1
  const failing_since = delivery.failing_since ?? now
  const pause = delivery.is_test ? undefined : schedule[failures]
  if (pause === undefined) {
    const { next_attempt_at } = delivery
    return { status: 'exhausted', failures, failing_since, next_attempt_at, finished_at: now }
  }
  const least = result.kind === 'answered' ? retryAfterMs(result.retryAfter, now) : 0
  const next_attempt_at = new Date(now.getTime() + Math.max(jittered(pause, random), least))
  return { status: 'pending', failures, failing_since, next_attempt_at, finished_at: null }
}

function outcomeOf({ probe, is_test }: Claimed, result: SendResult, at: Date): Outcome {
  return { kind: outcomeKind(result, is_test), at, probe, askedPauseMs: askedPauseMs(result, at) }
}

// A secret that we cannot open is our own fault. A test may be of an address that is not in use yet.
function outcomeKind(result: SendResult, isTest: boolean): Outcome['kind'] {
  const verdict = verdictOf(result)
  if (verdict === 'delivered') return 'succeeded'
  if (verdict !== 'failed' || isTest || faultKindOf(result) === 'secret_unreadable') return 'unclear'
  return 'failed'
}

function askedPauseMs(result: SendResult, now: Date): number {
  if (result.kind !== 'answered' || (result.status !== 429 && result.status !== 503)) return 0
  return retryAfterMs(result.retryAfter, now)
}

const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000
const JITTER = 0.2

/** A pause from the schedule, up to 20 % shorter or longer, so that retries of one outage spread out. Milliseconds. */
function jittered(pauseMs: number, random: () => number): number {
  return Math.round(pauseMs * (1 - JITTER + 2 * JITTER * random()))
}

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): seconds or an HTTP date. Milliseconds from now, at most 24
 * hours; 0 when there is none or it cannot be read.
 */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const text = header.trim()
  const pause = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(pause) ? 0 : Math.min(Math.max(pause, 0), LONGEST_RETRY_AFTER_MS)
}
