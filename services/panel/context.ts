import { type AppSecrets, type KnownDevices, knownDevices } from '@ecmr/accounts'
import { type ClientDocuments, clientDocuments } from '@ecmr/accounts/oauth'
import { type FreshReads, freshReads, type Idempotency, idempotency } from '@ecmr/application'
import type { ExpensiveReads } from '@ecmr/web'
import { secretBox } from '@ecmr/webhooks'
import type { PanelDependencies } from './dependencies.js'
import type { LiveUpdates } from './live/live-updates.js'
import { type LoginRefused, loginRefusals } from './login-metrics.js'
import type { Cookies } from './plugins/cookies.js'

/** What pages work with: the dependencies, and what one process makes of them for all its pages. */
export interface PanelContext extends PanelDependencies {
  readonly cookies: Cookies
  readonly devices: KnownDevices
  /** seals the secrets of apps for the second factor */
  readonly appSecrets: AppSecrets
  readonly reads: FreshReads
  readonly idempotency: Idempotency
  readonly clock: () => Date
  /** absent: assistants have to register */
  readonly clientDocuments?: ClientDocuments
  /** bounds what the reads of each company cost */
  readonly expensive: ExpensiveReads
  readonly live: LiveUpdates
  readonly loginRefused: LoginRefused
  /** the address of one of our files, with its version */
  readonly asset: (file: string) => string
}

export function contextOf(
  dependencies: PanelDependencies,
  cookies: Cookies,
  { expensive, live, asset }: Pick<PanelContext, 'expensive' | 'live' | 'asset'>,
): PanelContext {
  const clock = dependencies.clock ?? (() => new Date())
  const devices = knownDevices(dependencies.secretKey, clock)
  return {
    ...dependencies,
    clock,
    cookies,
    devices,
    appSecrets: secretBox(dependencies.secretKey, 'ecmr authenticator apps'),
    expensive,
    live,
    loginRefused: loginRefusals(dependencies.metrics),
    asset,
    ...(dependencies.fetchDocument && { clientDocuments: clientDocuments(dependencies.fetchDocument) }),
    idempotency: idempotency(dependencies.pool),
    reads: freshReads(dependencies),
  }
}
