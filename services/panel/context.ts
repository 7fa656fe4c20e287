import { type KnownDevices, knownDevices } from '@ecmr/accounts'
import { type ClientDocuments, clientDocuments } from '@ecmr/accounts/oauth'
import { type FreshReads, freshReads, type Idempotency, idempotency } from '@ecmr/application'
import type { ExpensiveReads } from '@ecmr/web'
import type { PanelDependencies } from './dependencies.js'
import type { LiveUpdates } from './live/live-updates.js'
import type { Cookies } from './plugins/cookies.js'

/** What pages work with: the dependencies, and what one process makes of them for all its pages. */
export interface PanelContext extends PanelDependencies {
  readonly cookies: Cookies
  readonly devices: KnownDevices
  readonly reads: FreshReads
  readonly idempotency: Idempotency
  readonly clock: () => Date
  /** absent: assistants have to register */
  readonly clientDocuments?: ClientDocuments
  /** bounds what the reads of each company cost */
  readonly expensive: ExpensiveReads
  readonly live: LiveUpdates
}

export function contextOf(
  dependencies: PanelDependencies,
  cookies: Cookies,
  { expensive, live }: Pick<PanelContext, 'expensive' | 'live'>,
): PanelContext {
  const clock = dependencies.clock ?? (() => new Date())
  const devices = knownDevices(dependencies.secretKey, clock)
  return {
    ...dependencies,
    clock,
    cookies,
    devices,
    expensive,
    live,
    ...(dependencies.fetchDocument && { clientDocuments: clientDocuments(dependencies.fetchDocument) }),
    idempotency: idempotency(dependencies.pool),
    reads: freshReads(dependencies),
  }
}
