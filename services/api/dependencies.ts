import type { ApiKeyAuthenticator, StorageGuard } from '@ecmr/accounts'
import type { CommandHandler, NumberPool } from '@ecmr/application'
import type { CheckedClock, EventStore } from '@ecmr/event-store'
import type { DocumentReader, SignatureShrinker } from '@ecmr/ocr'
import type { ProjectionPositions } from '@ecmr/projections'
import type { ExpensiveReads, WebDependencies } from '@ecmr/web'
import type { SecretBox, UrlRules } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import type { Mount } from './shared-port.js'

/** Everything the REST interface works with, handed in by whoever composes the process. */
export interface ApiDependencies extends WebDependencies {
  /** the event log; read here, and written through `commands` only */
  readonly store: EventStore
  readonly commands: CommandHandler
  /** warns companies of what they use; absent: they are not warned */
  readonly storage?: Pick<StorageGuard, 'warning'>
  /** the Postgres that holds read models, accounts and idempotency keys */
  readonly pool: Pool
  readonly positions: ProjectionPositions
  readonly keys: ApiKeyAuthenticator
  readonly numbers: NumberPool
  /** reads the pictures of documents */
  readonly documents: DocumentReader
  /** bounds what the reads of each company cost; absent: its own does */
  readonly expensive?: ExpensiveReads
  /** makes large pictures of signatures smaller; absent: they are refused */
  readonly pictures?: SignatureShrinker
  /** what seals the secrets of webhooks, and where these may lead */
  readonly webhooks: { readonly secrets: SecretBox; readonly urlRules: UrlRules }
  /** rejects when the broker does not work; absent when there is none to ask */
  readonly checkBroker?: () => Promise<void>
  /** rejects while some of the event log cannot be read or followed; absent when nobody watches that */
  readonly checkReading?: () => Promise<void>
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
  /** rejects when the event log takes no appends; absent: it does */
  readonly checkWrites?: () => Promise<void>
  /** whether the clock by which `commands` stamp events can be trusted; absent: it can */
  readonly clockCheck?: Pick<CheckedClock, 'problem' | 'warning'>
  /** the services that answer the other paths of the same port */
  readonly mounts?: readonly Mount[]
}
