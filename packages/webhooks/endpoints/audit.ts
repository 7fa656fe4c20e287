import type { CompanyEventType, JsonObject } from '@ecmr/domain'
import type { QueryExecutorProvider } from 'kysely'

/** Who makes a change. */
export interface ChangedBy {
  readonly kind: 'user' | 'api_key' | 'oauth_grant' | 'signing_link' | 'operator' | 'system'
  readonly id: string
}

/** A change of an endpoint, as the company's audit trail keeps it. */
export interface EndpointChange {
  readonly company_id: string
  readonly type: Extract<CompanyEventType, `Webhook${string}`>
  readonly data: JsonObject
  readonly actor: ChangedBy
  readonly correlation_id?: string
}

/** Writes a change to the audit trail in the transaction that makes it. */
export type RecordAudit = (tx: QueryExecutorProvider, change: EndpointChange) => Promise<void>

/** A change of an endpoint, as it is recorded. */
export function endpointChange(
  type: EndpointChange['type'],
  endpoint: { readonly id: string; readonly company_id: string; readonly url: string },
  by: { readonly actor: ChangedBy; readonly correlationId?: string },
  data: JsonObject = {},
): EndpointChange {
  const { id, company_id, url } = endpoint
  return {
    company_id,
    type,
    data: { webhook_id: id, url: auditedUrl(url), ...data },
    actor: by.actor,
    ...(by.correlationId !== undefined && { correlation_id: by.correlationId }),
  }
}

/**
 * What the audit trail says of an endpoint's address: where it is, not the whole of it. Receivers often put a token
 * into the path or behind the question mark, and no secret may enter an immutable log.
 *
 * @example
 * auditedUrl('https://erp.example.com/hooks/1a2b?token=3c4d') // https://erp.example.com/…
 */
export function auditedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}
