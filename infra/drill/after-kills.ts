import { setTimeout as delay } from 'node:timers/promises'
import type { Customers, Tally } from './customers.js'
import type { Receiver } from './receiver.js'

const LATE_DELIVERIES_MS = 120_000

/** What is left after a drill. */
interface Aftermath {
  /** what was done, and how often */
  readonly done: readonly [what: string, times: number]
  readonly tally: Tally
  /** facts that the subscriber never received */
  readonly missing: number
  readonly duplicates: { readonly sameId: number; readonly otherId: number }
  readonly audit: boolean
  readonly replay: boolean
}

/** Waits for late deliveries for up to two minutes, then counts what was never announced. */
export async function missingWebhooks(
  receiver: Pick<Receiver, 'announced'>,
  customers: Customers,
): Promise<number> {
  const deadline = Date.now() + LATE_DELIVERIES_MS
  for (;;) {
    const missing = customers.facts().filter((fact) => !receiver.announced(fact))
    if (missing.length === 0 || Date.now() > deadline) return missing.length
    await delay(200)
  }
}

/** Prints the counts; true when nothing is wrong. */
export function report({
  done: [what, times],
  tally,
  missing,
  duplicates,
  audit,
  replay,
}: Aftermath): boolean {
  console.log(`
${what.padEnd(41)} ${times}
acknowledged commands                     ${tally.acknowledged}
acknowledged and lost                     ${tally.lost}
acknowledged and different                ${tally.different}
notes written twice for one command       ${tally.twice}
unanswered, repeated with the same key    ${tally.repeated}
events never announced to the webhook     ${missing}
webhook repeats with the same webhook-id  ${duplicates.sameId}
webhook repeats under another id          ${duplicates.otherId}
audit verify                              ${audit ? 'sound' : 'BROKEN'}
read models equal a fresh replay          ${replay ? 'yes' : 'NO'}`)
  const faults = tally.lost + tally.different + tally.twice + missing + duplicates.otherId
  return faults === 0 && audit && replay
}
