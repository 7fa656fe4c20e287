import { HOLD_MS } from '../deliveries/insert-deliveries.js'
import type { FormerSecret } from '../tables.js'
import type { UnderWay } from './attempts.js'
import { CLAIM } from './claim-statement.js'
import type { SteadyConnection } from './steady-connection.js'
import { INTERRUPTED } from './verdict.js'

/** A delivery that is ours to attempt until its lease has run out. */
export interface Claimed {
  readonly id: string
  readonly endpoint_id: string
  readonly company_id: string
  readonly ecmr_id: string
  readonly version: number
  /** which attempt this is, from 1 */
  readonly attempt: number
  readonly failures: number
  readonly failing_since: Date | null
  readonly next_attempt_at: Date
  /** an example that its owner asked for: attempted once */
  readonly is_test: boolean
  /** whether a replay has made it due */
  readonly is_replay: boolean
  /** whether it was asked for by its owner; taken off the row by the claim */
  readonly expedited: boolean
  /** whether it is to show if an endpoint that is paused answers again */
  readonly probe: boolean
  readonly url: string
  readonly secret: string | null
  /** sign as well, each until its time */
  readonly former_secrets: readonly FormerSecret[]
  readonly payload: Uint8Array
}

export interface ClaimRequest {
  readonly now: Date
  readonly leasedUntil: Date
  /** so many at most, */
  readonly limit: number
  /** and with those under way so many to one endpoint, */
  readonly perEndpoint: number
  /** and to all of one company */
  readonly perCompany: number
  readonly underWay: UnderWay
}

/**
 * Takes deliveries that are due and leases them, so that no other worker sends them meanwhile. When slots are scarce,
 * each company gets its turn, then each of its endpoints, those with fewest attempts under way first.
 */
export async function claimDeliveries(
  db: SteadyConnection,
  request: ClaimRequest,
): Promise<readonly Claimed[]> {
  const { now, leasedUntil, limit, perEndpoint, perCompany, underWay } = request
  return db.query<Claimed>({
    name: 'claim webhook deliveries',
    text: CLAIM,
    values: [
      now,
      leasedUntil,
      new Date(now.getTime() - HOLD_MS),
      limit,
      perEndpoint,
      perCompany,
      JSON.stringify(underWay.byEndpoint),
      JSON.stringify(underWay.byCompany),
      INTERRUPTED,
    ],
  })
}
