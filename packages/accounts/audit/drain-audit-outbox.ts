import type { EventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { companiesWaiting, type Draining, drainCompany } from './drain-company.js'

/** Changes stay in the outbox, because the event log does not take them at the moment. */
export class AuditTrailBehind extends Error {
  override readonly name = 'AuditTrailBehind'

  /**
   * @param carried how many other changes were carried
   * @param behind the companies that were tried without success, and why
   */
  constructor(
    readonly carried: number,
    readonly behind: ReadonlyMap<string, unknown>,
  ) {
    const [cause] = behind.values()
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

interface DrainOptions extends Pick<Draining, 'onSetAside' | 'clock'> {
  readonly company?: string
  readonly rounds?: number
  readonly signal?: AbortSignal
}

/** After so many companies in a row whose changes cannot be carried, it is the log that takes nothing. */
const MOST_FAILURES_IN_A_ROW = 3

/**
 * Carries recorded changes into the streams `company-<id>` of the event log, those of a company in the order in which
 * they were made, and returns how many left the outbox.
 *
 * Companies take turns, a batch each, beginning with any of them: neither a large outbox nor one that cannot be carried
 * holds up the others. Changes that the log cannot take are set aside. Any number of processes may do this at once: each
 * change is recorded once, because an append that another process overtakes is refused and made anew.
 *
 * @param options.company only this company's changes
 * @param options.rounds after so many turns of each company it ends; unless given, when nothing waits
 * @param options.signal ends it between two batches
 * @throws AuditTrailBehind once everything that can be carried has been
 */
export async function drainAuditOutbox(
  pool: Pool,
  store: EventStore,
  options: DrainOptions = {},
): Promise<number> {
  const { company, rounds = Number.POSITIVE_INFINITY, signal, ...hooks } = options
  const waiting = async () => (company === undefined ? inAnyOrder(await companiesWaiting(pool)) : [company])
  const behind = new Map<string, unknown>()
  let carried = 0
  let failuresInARow = 0
  const isOver = () => signal?.aborted === true || failuresInARow === MOST_FAILURES_IN_A_ROW

  async function round(): Promise<number> {
    const before = carried
    for (const id of await waiting()) {
      if (behind.has(id)) continue
      if (isOver()) break
      try {
        carried += await drainCompany({ pool, store, ...hooks }, id)
        failuresInARow = 0
      } catch (error) {
        behind.set(id, error)
        failuresInARow++
      }
    }
    return carried - before
  }

  for (let n = 0; n < rounds && !isOver(); n++) if ((await round()) === 0) break
  if (behind.size > 0) throw new AuditTrailBehind(carried, behind)
  return carried
}

/** So that several processes begin with different ones, and none comes last each time. */
function inAnyOrder(companies: readonly string[]): readonly string[] {
  const first = Math.floor(Math.random() * companies.length)
  return [...companies.slice(first), ...companies.slice(0, first)]
}
