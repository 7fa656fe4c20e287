import type { ApiKeyAuthenticator, StorageGuard } from '@ecmr/accounts'
import type { CommandDependencies } from '@ecmr/backend'
import type { Mount } from './shared-port.js'

/** Everything the REST interface works with. */
export interface ApiDependencies extends CommandDependencies {
  /** warns companies of what they use; absent: they are not warned */
  readonly storage?: Pick<StorageGuard, 'warning'>
  readonly keys: ApiKeyAuthenticator
  /** rejects when the broker does not work; absent: there is none to check */
  readonly checkBroker?: () => Promise<void>
  /** rejects while some of the event log cannot be read or followed; absent: that is not watched */
  readonly checkReading?: () => Promise<void>
  /** rejects while the sizes of tables cannot be read; absent: another process reads them */
  readonly checkTableSizes?: () => Promise<void>
  /** requests a minute */
  readonly limits: {
    readonly perKey: number
    /** five times as many as for each key unless given */
    readonly perCompany?: number
    /** on public routes, for each network */
    readonly perAddress: number
    /** with wrong keys, for each network; 30 unless given */
    readonly wrongKeys?: number
  }
  /** the services that answer the other paths of the same port */
  readonly mounts?: readonly Mount[]
}
