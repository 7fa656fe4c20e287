import { type KnownDevices, knownDevices } from '@ecmr/accounts'
import { type FreshReads, freshReads, type Idempotency, idempotency } from '@ecmr/application'
import type { CompanyId } from '@ecmr/domain'
import type { ExpensiveReads } from '@ecmr/web'
import type { PanelDependencies } from './dependencies.js'
import type { Cookies } from './plugins/cookies.js'

/** What pages work with: the dependencies, and what one process makes of them for all its pages. */
export interface PanelContext extends PanelDependencies {
  readonly cookies: Cookies
  readonly devices: KnownDevices
  readonly reads: FreshReads
  readonly idempotency: Idempotency
  readonly clock: () => Date
  /** bounds what the reads of each company cost */
  readonly expensive: ExpensiveReads
}

export function contextOf(
  dependencies: PanelDependencies,
  cookies: Cookies,
  expensive: ExpensiveReads,
): PanelContext {
  const clock = dependencies.clock ?? (() => new Date())
  const devices = knownDevices(dependencies.secretKey, clock)
  return {
    ...dependencies,
    clock,
    cookies,
    devices,
    expensive,
    idempotency: idempotency(dependencies.pool),
    reads: freshReads(dependencies),
  }
}

/** Some of an export's text, and what is needed to go on. */
interface Part<Rest> {
  readonly text: string
  readonly rest: Rest
}

/** Makes the next part of an export when it is the company's turn. An export that has begun is never refused. */
export async function nextPart<Rest>(
  expensive: ExpensiveReads,
  company: CompanyId,
  make: () => Promise<Part<Rest>>,
): Promise<Part<Rest>> {
  const turn = await expensive.enter(company, { isPatient: true })
  let bytes = 0
  try {
    const part = await make()
    bytes = part.text.length
    return part
  } finally {
    if (turn.ok) turn.leave(bytes)
  }
}
