import type { WebhookEvent } from '@ecmr/contract'
import { type CompanyId, type Fault, type MetadataChanges, metadataFrom } from '@ecmr/domain'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Tx } from '../db.js'
import { type ChangedBy, endpointChange } from './audit.js'
import { checkUrl, type UrlRules } from './check-url.js'
import type { EndpointContext } from './command-endpoint.js'
import { type Endpoint, readEndpoint } from './endpoint.js'
import { newSigningSecret, type SecretBox } from './secrets.js'

/** How many endpoints a company may have at a time. */
export const MOST_ENDPOINTS = 20

export interface Registration {
  /** UUID; registering again under the same one answers what was registered then. A new one unless given */
  readonly id?: string
  readonly company: CompanyId
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly description?: string | null
  /** notifications a second at most; no limit unless given */
  readonly maxPerSecond?: number | null
  /** tell the public addresses of documents; not unless given */
  readonly includeDocumentUrl?: boolean
  /** at most `metadataLimits.keys` of them */
  readonly metadata?: MetadataChanges | null
  /**
   * The head of the event log, read before: events after it are delivered. A position and not a time, because clocks
   * of several machines differ and one of them may be set back.
   */
  readonly followsFrom: string
  readonly actor: ChangedBy
  readonly correlationId?: string
}

interface RegistrationContext extends EndpointContext {
  readonly secrets: SecretBox
  readonly urlRules: UrlRules
}

export type Registered =
  | {
      readonly ok: true
      readonly endpoint: Endpoint
      readonly secret: string
      /** it had been registered before, under the same id */
      readonly replayed: boolean
    }
  | { readonly ok: false; readonly reason: 'invalid_url'; readonly fault: Fault }
  | { readonly ok: false; readonly reason: 'too_many_endpoints' }
  /** registered under the same id before, and deleted since */
  | { readonly ok: false; readonly reason: 'deleted' }

/** Registers an endpoint. Its secret is returned here and nowhere else. */
export async function registerEndpoint(
  context: RegistrationContext,
  registration: Registration,
): Promise<Registered> {
  const url = checkUrl(registration.url, context.urlRules)
  if (!(url instanceof URL)) return { ok: false, reason: 'invalid_url', fault: url }
  return inTransaction(context.pool, async (tx) => {
    // Registrations of one company queue here, so that none of them slips past the limit.
    const company = `webhooks of ${registration.company}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${company}, 0))`.execute(tx)
    return (
      (await findRegistered(tx, context, registration)) ??
      (await insertEndpoint(tx, context, { ...registration, url: url.href }))
    )
  })
}

async function findRegistered(
  tx: Tx,
  { secrets, clock = () => new Date() }: RegistrationContext,
  { id, company }: Registration,
): Promise<Registered | undefined> {
  if (id === undefined) return undefined
  const known = await tx
    .selectFrom('webhooks.endpoints')
    .select('secret')
    .where('id', '=', id)
    .where('company_id', '=', company)
    .executeTakeFirst()
  if (known === undefined) return undefined
  const endpoint = await readEndpoint(tx, id, clock())
  if (known.secret === null || endpoint === undefined) return { ok: false, reason: 'deleted' }
  return { ok: true, endpoint, secret: secrets.open(known.secret, id), replayed: true }
}

async function insertEndpoint(
  tx: Tx,
  { secrets, recordAudit, clock = () => new Date() }: RegistrationContext,
  registration: Registration,
): Promise<Registered> {
  const { id = uuidv7(), company, url, description } = registration
  if ((await countEndpoints(tx, company)) >= MOST_ENDPOINTS) {
    return { ok: false, reason: 'too_many_endpoints' }
  }
  const now = clock()
  const secret = newSigningSecret()
  const events = [...new Set(registration.events)]
  const max_per_second = registration.maxPerSecond ?? null
  const include_document_url = registration.includeDocumentUrl ?? false
  await tx
    .insertInto('webhooks.endpoints')
    .values({
      id,
      company_id: company,
      url,
      events,
      description: description ?? null,
      max_per_second,
      include_document_url,
      metadata: JSON.stringify(metadataFrom(registration.metadata)),
      status: 'active',
      secret: secrets.seal(secret, id),
      follows_from: registration.followsFrom,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const recorded = { events, description: description ?? null, max_per_second, include_document_url }
  await recordAudit(
    tx,
    endpointChange('WebhookRegistered', { id, company_id: company, url }, registration, recorded),
  )
  const endpoint = await readEndpoint(tx, id, now)
  if (endpoint === undefined) throw new Error(`webhook endpoint ${id} is gone while it is registered`)
  return { ok: true, endpoint, secret, replayed: false }
}

async function countEndpoints(tx: Tx, company: CompanyId): Promise<number> {
  const { count } = await tx
    .selectFrom('webhooks.endpoints')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('company_id', '=', company)
    .where('status', '<>', 'deleted')
    .executeTakeFirstOrThrow()
  return count
}
