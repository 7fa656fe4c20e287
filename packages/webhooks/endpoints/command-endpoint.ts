import { recordCarriedOut, wasCarriedOut } from '@ecmr/application'
import type { CompanyId } from '@ecmr/domain'
import type { Selectable } from 'kysely'
import type { Pool } from 'pg'
import { validate as isUuid, v4 as uuidv4 } from 'uuid'
import { inTransaction, type Tx } from '../db.js'
import type { WebhookTables } from '../tables.js'
import type { ChangedBy, RecordAudit } from './audit.js'

/** What is to be done to an endpoint. */
export interface EndpointCommand {
  readonly company: CompanyId
  /** the endpoint; any text */
  readonly id: string
  /** UUID; a command that comes again under the same one is not carried out again. A new one unless given */
  readonly commandId?: string
  readonly actor: ChangedBy
  /** the request that it came from */
  readonly correlationId?: string
}

/**
 * What became of a command: `replayed` when it had been carried out before. `not_found` stands for an endpoint that is
 * unknown, malformed, deleted or another company's; the caller cannot tell which.
 */
export type Commanded<View, Refused extends string = never> =
  | { readonly ok: true; readonly replayed: boolean; readonly view: View }
  | { readonly ok: false; readonly reason: Refused | 'not_found' }

export type EndpointRow = Selectable<WebhookTables['webhooks.endpoints']>

interface Steps<View, Refused extends string> {
  /** Carries it out; when it refuses, nothing has changed. */
  carryOut(tx: Tx, endpoint: EndpointRow, now: Date): Promise<Refused | 'not_found' | undefined>
  /** What is answered, at first and when the command comes again; `undefined` when that is gone meanwhile. */
  view(tx: Tx, endpointId: string, now: Date): Promise<View | undefined>
}

/** What a command on an endpoint needs. */
export interface EndpointContext {
  readonly pool: Pool
  readonly recordAudit: RecordAudit
  /** the present time unless given */
  readonly clock?: () => Date
}

/**
 * Carries a command out once, in a transaction that holds the endpoint: commands on one endpoint happen one after the
 * other, and no delivery is planned for it meanwhile.
 */
export async function commandEndpoint<View, Refused extends string = never>(
  { pool, clock = () => new Date() }: Omit<EndpointContext, 'recordAudit'>,
  { company, id, commandId = uuidv4() }: EndpointCommand,
  { carryOut, view }: Steps<View, Refused>,
): Promise<Commanded<View, Refused>> {
  if (!isUuid(id)) return { ok: false, reason: 'not_found' }
  return inTransaction(pool, async (tx) => {
    const endpoint = await lockEndpoint(tx, company, id)
    if (endpoint === undefined) return { ok: false, reason: 'not_found' }
    const now = clock()
    const command = { company, commandId }
    const replayed = await wasCarriedOut(tx, command)
    if (!replayed) {
      const reason = endpoint.status === 'deleted' ? 'not_found' : await carryOut(tx, endpoint, now)
      if (reason !== undefined) return { ok: false, reason }
      await recordCarriedOut(tx, command)
    }
    const shown = await view(tx, endpoint.id, now)
    return shown === undefined ? { ok: false, reason: 'not_found' } : { ok: true, replayed, view: shown }
  })
}

/** Deleted ones too: the command that comes again may be the one that deleted it. */
function lockEndpoint(tx: Tx, company: CompanyId, id: string): Promise<EndpointRow | undefined> {
  return tx
    .selectFrom('webhooks.endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', company)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
