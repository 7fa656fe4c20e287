import type { DeliveryStatus, WebhookEvent } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import { parseCursor } from './cursor.js'

/** Which deliveries of an endpoint to list. */
export interface DeliveryQuery {
  readonly status?: DeliveryStatus
  readonly event?: WebhookEvent
  /** events recorded then or later: RFC 3339 */
  readonly since?: string
  /** and before this instant: RFC 3339 */
  readonly until?: string
  readonly limit: number
  /** `next_cursor` of the page before */
  readonly cursor?: string
}

/** What is wrong with a query although each of its parts is well formed; empty when nothing is. */
export function faultsOfQuery({ since, until, cursor }: DeliveryQuery): readonly Fault[] {
  const faults: Fault[] = []
  if (since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until)) {
    faults.push(outOfRange('/until', 'Send an instant after since.'))
  }
  if (cursor !== undefined && parseCursor(cursor) === undefined) {
    faults.push(outOfRange('/cursor', 'Send pagination.next_cursor as you got it.'))
  }
  return faults
}

const outOfRange = (pointer: string, message: string): Fault => ({ pointer, code: 'out_of_range', message })
