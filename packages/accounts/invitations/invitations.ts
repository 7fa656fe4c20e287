import { accountOf, type CompanyId } from '@ecmr/domain'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import { accountsDb, type Db, inTransaction, type Tx } from '../db.js'
import { findLink, followLink, type LinkFollowed, newLink, takeLink } from '../links/links.js'
import { hasRoom, joinCompany, memberOf } from '../memberships/memberships.js'
import type { AccountsTables } from '../tables.js'
import { type Language, type Person, type User, type UserRole, userRoles } from '../users/user.js'
import { insertUser, lockUser, personWith } from '../users/users.js'

/** An invitation to join a company. It ends when it is accepted or withdrawn, or after a week. */
export interface Invitation {
  /** UUIDv7; not what the link holds */
  readonly id: string
  readonly company_id: string
  readonly email: string
  readonly role: UserRole
  /** of the message, and what is proposed to the person */
  readonly language: Language
  /** RFC 3339, UTC, as is the next */
  readonly created_at: string
  readonly expires_at: string
}

const invitationColumns = [
  'id',
  'company_id',
  'email',
  'details',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof AccountsTables['accounts.links'])[]

type Row = Pick<Selectable<AccountsTables['accounts.links']>, (typeof invitationColumns)[number]>

/** The invitation that the row of one of our links holds. @throws when it holds none */
function invitationFromRow({ id, company_id, email, details, ...row }: Row): Invitation {
  if (company_id === null || email === null) throw new Error(`The link ${id} is no invitation.`)
  return {
    id,
    company_id,
    email,
    role: userRoles.find((role) => role === details.role) ?? 'reader',
    language: details.language === 'en' ? 'en' : 'es',
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

/** Asks for a company's invitations that can still be accepted. */
function openInvitations(db: Db, company: CompanyId) {
  return db
    .selectFrom('accounts.links')
    .select(invitationColumns)
    .where('company_id', '=', company)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
}

/** The invitations of a company that can still be accepted, newest first. */
export async function listInvitations(pool: Pool, company: CompanyId): Promise<readonly Invitation[]> {
  const rows = await openInvitations(accountsDb(pool), accountOf(company)).orderBy('id', 'desc').execute()
  return rows.map(invitationFromRow)
}

/** The invitation of a link; `undefined` when it is unknown, used, withdrawn or expired. */
export async function findInvitation(
  pool: Pool,
  token: string,
): Promise<(Invitation & { readonly company_name: string }) | undefined> {
  const db = accountsDb(pool)
  const link = await findLink(db, 'invitation', token)
  if (link === undefined) return undefined
  const invitation = invitationFromRow(link)
  const { name } = await db
    .selectFrom('accounts.companies')
    .select('name')
    .where('id', '=', invitation.company_id)
    .executeTakeFirstOrThrow()
  return { ...invitation, company_name: name }
}

/** Takes an invitation back; its link leads nowhere any more. False when the company has none with this id that is open. */
export async function withdrawInvitation(
  pool: Pool,
  acting: CompanyId,
  id: string,
  actor: AuditActor,
): Promise<boolean> {
  const company = accountOf(acting)
  if (!validate(id)) return false
  return inTransaction(pool, async (tx) => {
    const withdrawn = await tx
      .deleteFrom('accounts.links')
      .where('id', '=', id)
      .where('company_id', '=', company)
      .where('purpose', '=', 'invitation')
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (withdrawn === undefined) return false
    const data = { invitation_id: id }
    await recordAudit(tx, { company_id: company, type: 'InvitationWithdrawn', data, actor })
    return true
  })
}

/** Adds a person without an account who followed an invitation's link, with the address and role of the invitation. */
export function acceptInvitation(
  pool: Pool,
  token: string,
  {
    name,
    password,
    language,
  }: { readonly name: string; readonly password: string; readonly language: Language },
): Promise<LinkFollowed> {
  return followLink(pool, { purpose: 'invitation', token, password }, (tx, link, password_hash) => {
    const { company_id, email, role } = invitationFromRow(link)
    return insertUser(tx, { company_id, email, role, name, language, password_hash })
  })
}

export type InvitationAccepted =
  | { readonly ok: true; readonly user: User }
  /** `other_person`: the invitation is to another address; `too_many`: the person acts for as many companies as they may */
  | { readonly ok: false; readonly reason: 'unknown_link' | 'other_person' | 'too_many' }

/** Lets a person who is logged in act for the company that has invited their address, in the role of the invitation. */
export function acceptInvitationAs(
  pool: Pool,
  token: string,
  person: Pick<Person, 'id' | 'email'>,
): Promise<InvitationAccepted> {
  return inTransaction(pool, async (tx) => {
    const link = await findLink(tx, 'invitation', token)
    if (link === undefined) return { ok: false, reason: 'unknown_link' }
    const invitation = invitationFromRow(link)
    if (!isTo(invitation, person)) return { ok: false, reason: 'other_person' }
    await lockUser(tx, person.id)
    if (!(await hasRoom(tx, person.id, invitation.company_id))) return { ok: false, reason: 'too_many' }
    if ((await takeLink(tx, 'invitation', token)) === undefined) return { ok: false, reason: 'unknown_link' }
    const joined = await joinCompany(tx, person, invitation)
    const user = joined.ok ? joined.user : await memberOf(tx, person.id, invitation.company_id)
    if (user === undefined) throw new Error('A person is no member of the company that they have joined.')
    return { ok: true, user }
  })
}

/** Whether an invitation is to the address of a person. */
export function isTo({ email }: Pick<Invitation, 'email'>, person: Pick<Person, 'email'>): boolean {
  return email.toLowerCase() === person.email.toLowerCase()
}

/** A company that has so many open invitations withdraws some first: we are no means of writing to strangers. */
export const MOST_INVITATIONS = 50

export type Invited =
  | { readonly ok: true; readonly token: string; readonly invitation: Invitation }
  | { readonly ok: false; readonly reason: 'email_taken' | 'too_many' }

/**
 * Makes the link, good for a week, by which a person joins the company. It replaces one to the same address. That an
 * address has an account already, for other companies, changes nothing of it: it is none of the inviter's business, as anyone may have a
 * company.
 */
export function invite(
  pool: Pool,
  acting: CompanyId,
  input: { readonly email: string; readonly role: UserRole; readonly language: Language },
  actor: AuditActor,
): Promise<Invited> {
  const company = accountOf(acting)
  const { role, language } = input
  const email = input.email.trim()
  return inTransaction(pool, async (tx) => {
    await oneAtATime(tx, company)
    const known = await personWith(tx, email)
    if (known && (await memberOf(tx, known.id, company))) return { ok: false, reason: 'email_taken' }
    await forgetFormer(tx, company, email)
    if ((await openInvitations(tx, company).execute()).length >= MOST_INVITATIONS) {
      return { ok: false, reason: 'too_many' }
    }
    const details = { role, language }
    const { id, token } = await newLink(tx, { purpose: 'invitation', company_id: company, email, details })
    const row = await tx
      .selectFrom('accounts.links')
      .select(invitationColumns)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const data = { invitation_id: id, role }
    await recordAudit(tx, { company_id: company, type: 'UserInvited', data, actor })
    return { ok: true, token, invitation: invitationFromRow(row) }
  })
}

async function oneAtATime(tx: Tx, company: CompanyId): Promise<void> {
  await tx
    .selectFrom('accounts.companies')
    .select('id')
    .where('id', '=', company)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

async function forgetFormer(tx: Tx, company: CompanyId, email: string): Promise<void> {
  await tx
    .deleteFrom('accounts.links')
    .where('company_id', '=', company)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .execute()
}
