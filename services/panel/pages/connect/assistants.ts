import type { AuditActor } from '@ecmr/accounts'
import type { CompanyId } from '@ecmr/domain'

/** An assistant that somebody has let read his company's notes. */
export interface ConnectedAssistant {
  readonly id: string
  /** what it calls itself; nobody has verified it */
  readonly name: string
  /** the host that it was sent back to */
  readonly host: string
  /** who let it in */
  readonly person: string
  /** RFC 3339, UTC, as is the next */
  readonly connected_at: string
  readonly last_used_at: string | null
}

/** The assistants of a company, where there is an MCP endpoint for them. */
export interface Assistants {
  /** Newest first, at most 100. */
  list(company: CompanyId): Promise<readonly ConnectedAssistant[]>
  /** Ends its access at once. False when the company has no such assistant. */
  disconnect(company: CompanyId, id: string, actor: AuditActor): Promise<boolean>
}
