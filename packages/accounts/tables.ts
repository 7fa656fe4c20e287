import type { CompanyEventType, JsonObject, Policy } from '@ecmr/domain'
import type { Actor } from '@ecmr/event-store'
import type { Generated, JSONColumnType } from 'kysely'
import type { Scope } from './api-keys/scopes.js'
import type { Plan } from './companies/company.js'
import type { UserRole } from './users/user.js'

/** The tables of the schema `accounts`. */
export interface AccountsTables {
  'accounts.companies': {
    id: string
    name: string
    plan: Plan
    policy: Policy
    created_at: Generated<Date>
  }
  'accounts.users': {
    id: string
    company_id: string
    email: string
    name: string
    role: UserRole
    created_at: Generated<Date>
  }
  'accounts.api_keys': {
    /** the eight characters that stand in the clear key */
    id: string
    company_id: string
    name: string
    /** SHA-256 of the secret */
    secret_hash: Uint8Array
    scopes: Scope[]
    created_at: Generated<Date>
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
  }
  'accounts.audit_outbox': {
    /** also the id of the event that it becomes */
    id: string
    seq: Generated<string>
    company_id: string
    type: CompanyEventType
    data: JSONColumnType<JsonObject>
    actor: JSONColumnType<Actor>
    correlation_id: string
    at: Generated<Date>
  }
}
