import { type Act, type HostileReceiver, startTcpReceiver } from './tcp-receiver.js'

/** What must become of a notification that is attempted twice at most. */
export interface Outcome {
  readonly delivery: 'delivered' | 'exhausted' | 'cancelled' | 'pending'
  readonly attempts: number
  /** of every attempt */
  readonly status: number | null
  readonly error: RegExp | null
  /** what is kept of the answer's body */
  readonly body?: RegExp
  /** it takes all the time that an attempt may take */
  readonly hangs?: true
  /** seconds until it is tried again: at least, and at most */
  readonly pause?: readonly [number, number]
}

/** One way in which a customer's server may be broken or malicious. */
export interface HostileKind {
  /** goes on after "a receiver that …" */
  readonly name: string
  start(): Promise<HostileReceiver>
  readonly outcome: Outcome
}

/** A kind that acts, once for each connection, as soon as something of the request has come. */
export function kind(name: string, act: Act, outcome: Outcome): HostileKind {
  return { name, start: () => startTcpReceiver({ onRequest: act }), outcome }
}

/** The answer counts as a success. */
export function taken(status = 200, more: Pick<Outcome, 'hangs' | 'body'> = {}): Outcome {
  return { delivery: 'delivered', attempts: 1, status, error: null, ...more }
}

/** An answer came, and counts as a failure. */
export function refused(status: number, error = /^status: /, more: Pick<Outcome, 'hangs'> = {}): Outcome {
  return { delivery: 'exhausted', attempts: 2, status, error, ...more }
}

/** No answer came. */
export function failed(error: RegExp, more: Pick<Outcome, 'hangs'> = {}): Outcome {
  return { delivery: 'exhausted', attempts: 2, status: null, error, ...more }
}

/** No answer came until time was up. */
export const outOfTime: Outcome = failed(/^timeout: /, { hangs: true })
