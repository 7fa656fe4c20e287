import type { CompanyEventType, JsonObject, Policy } from '@ecmr/domain'
import type { Actor } from '@ecmr/event-store'
import type { Generated, JSONColumnType } from 'kysely'
import type { Scope } from './api-keys/api-key.js'
import type { Plan } from './companies/company.js'
import type { NoticeKind } from './notices/kinds.js'
import type { ProvenBy, SecondFactorUsed } from './second-factor/model.js'
import type { Language, UserRole } from './users/user.js'

/** What a link in a message is for. Each works once and ends by itself. */
export type LinkPurpose = 'registration' | 'reset' | 'invitation'

export interface AccountsTables {
  'accounts.companies': {
    id: string
    name: string
    plan: Plan
    policy: Policy
    tax_id: string | null
    address: string | null
    city: string | null
    postal_code: string | null
    /** ISO 3166-1 alpha-2 */
    country: string | null
    phone: string | null
    /** IANA name; in which the panel shows times */
    time_zone: Generated<string>
    /** bytes; null: what the plan gives */
    storage_quota: number | null
    /** SHA-256 of the picture in `company_logos`, hex; null: there is none */
    logo: string | null
    /** whether people need a second factor to act for it */
    requires_second_factor: Generated<boolean>
    /** by which other companies share notes with it; unique */
    handle: Generated<string>
    handle_changed_at: Date | null
    /** false: nobody can share notes with it */
    takes_shares: Generated<boolean>
    created_at: Generated<Date>
  }
  /** Handles that companies gave up; null: the company is gone, too. */
  'accounts.former_handles': {
    handle: string
    company_id: string | null
    given_up_at: Generated<Date>
  }
  'accounts.company_logos': {
    company_id: string
    jpeg: Uint8Array
  }
  'accounts.users': {
    id: string
    email: string
    name: string
    /** see `hashPassword`; null: cannot log in until a link has been followed */
    password_hash: string | null
    password_changed_at: Date | null
    language: Generated<Language>
    /** when the person left their last company; null: they act for one */
    left_at: Date | null
    /** since when the person has a second factor; null: none */
    second_factor_since: Date | null
    /** 32 random bytes by which passkeys know the person */
    passkey_handle: Generated<Uint8Array>
    created_at: Generated<Date>
  }
  /** For which companies people act. */
  'accounts.memberships': {
    user_id: string
    company_id: string
    role: UserRole
    /** which are mailed to the person */
    notices: Generated<NoticeKind[]>
    /** when the person put away what helps a new company to begin */
    first_steps_hidden_at: Date | null
    since: Generated<Date>
    /** when the person last logged in to the company, or switched to it */
    last_used_at: Date | null
  }
  'accounts.sessions': {
    id: string
    /** SHA-256 of the token in the cookie */
    token_hash: Uint8Array
    user_id: string
    /** for which it acts; null: a process of the former version has begun it, and it acts for the company used last */
    company_id: string | null
    address: string
    user_agent: string
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
    expires_at: Date
    /** which second factor its person used; null: none */
    second_factor: SecondFactorUsed | null
    /** when its person was last identified; null: when it began */
    identified_at: Generated<Date | null>
    /** SHA-256 of the challenge for the passkey that is being added, and how long it is good */
    challenge_hash: Uint8Array | null
    challenge_until: Date | null
  }
  /** Apps that show codes. */
  'accounts.authenticator_apps': {
    user_id: string
    /** sealed; null: being set up for the first time */
    secret: string | null
    /** the step of the last code that was used: none up to it is taken again */
    last_step: number | null
    /** sealed: of the app that is being set up, in place of the other one */
    next_secret: string | null
    next_until: Date | null
  }
  'accounts.recovery_codes': {
    user_id: string
    code_hash: Uint8Array
    used_at: Date | null
  }
  'accounts.passkeys': {
    id: string
    user_id: string
    /** base64url */
    credential_id: string
    /** COSE */
    public_key: Uint8Array
    /** of signatures, as the authenticator counts; 0: it does not */
    counter: number
    transports: Generated<string[]>
    name: string
    /** whether copies of it may be on other devices */
    is_synced: boolean
    created_at: Generated<Date>
    last_used_at: Date | null
  }
  /** Logins that wait for the second step, or for a passkey. */
  'accounts.pending_logins': {
    /** SHA-256 of the token in the cookie */
    token_hash: Uint8Array
    /** null: a passkey is to say who it is */
    user_id: string | null
    /** whose person identifies themself anew; null: a session is to begin */
    session_id: string | null
    /** for which the session is to act; null: the one used last */
    company_id: string | null
    proven_by: ProvenBy
    tries: Generated<number>
    challenge_hash: Uint8Array | null
    challenge_until: Date | null
    created_at: Generated<Date>
    expires_at: Date
  }
  'accounts.links': {
    id: string
    /** SHA-256 of the token in the link */
    token_hash: Uint8Array
    purpose: LinkPurpose
    company_id: string | null
    user_id: string | null
    email: string | null
    details: JSONColumnType<JsonObject, string | undefined, string>
    created_at: Generated<Date>
    expires_at: Date
    used_at: Date | null
  }
  /** What is limited by how often it was tried or asked for: logins, and links for forgotten passwords. */
  'accounts.failed_logins': {
    /** SHA-256 of the name of an account, of a place that it is tried from, or of a network: no addresses are kept */
    subject: Uint8Array
    /** the subject of the account that it belongs to; null: to none */
    account: Uint8Array | null
    failures: number
    last_at: Date
    /** until when the subject is left alone; when its window ends, in which so many are let through */
    blocked_until: Date | null
  }
  'accounts.api_keys': {
    /** the eight characters that stand in the clear key */
    id: string
    company_id: string
    name: string
    /** SHA-256 of the secret */
    secret_hash: Uint8Array
    scopes: Scope[]
    /** false: it writes and sees test notes only */
    livemode: Generated<boolean>
    created_at: Generated<Date>
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
  }
  'accounts.saved_views': {
    id: string
    user_id: string
    company_id: string
    name: string
    query: string
    created_at: Generated<Date>
  }
  /** How far each company's history has been looked at for notices; companies in which a person wants any. */
  'accounts.notice_companies': {
    company_id: string
    position: string
    /** the event there, by which another log is recognised; null: nothing was looked at yet */
    event_id: Generated<string | null>
    looked_at: Generated<Date>
    /** YYYY-MM-DD, where the company is: the last day for which late deliveries were looked at */
    late_day: Generated<string | null>
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
    /** the event log cannot take it; it is tried again when an operator wants it */
    set_aside_at: Date | null
    set_aside_reason: string | null
  }
}
