import type { CompanyId } from '@ecmr/domain'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import type { Db } from '../db.js'
import { accountsDb, inTransaction } from '../db.js'
import { findLink, type LinkFollowed, takeLink } from '../links/links.js'
import { hashPassword } from '../passwords/password-hash.js'
import type { AccountsTables } from '../tables.js'
import type { Language, UserRole } from '../users/user.js'
import { insertUser, isEmailTaken } from '../users/users.js'

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

export const invitationColumns = [
  'id',
  'company_id',
  'email',
  'details',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof AccountsTables['accounts.links'])[]

type Row = Pick<Selectable<AccountsTables['accounts.links']>, (typeof invitationColumns)[number]>

/** The invitation that the row of one of our links holds. @throws when it holds none */
export function invitationFromRow({ id, company_id, email, details, ...row }: Row): Invitation {
  if (company_id === null || email === null) throw new Error(`The link ${id} is no invitation.`)
  return {
    id,
    company_id,
    email,
    role: details.role === 'owner' ? 'owner' : 'member',
    language: details.language === 'en' ? 'en' : 'es',
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

/** Asks for a company's invitations that can still be accepted. */
export function openInvitations(db: Db, company: CompanyId) {
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
  const rows = await openInvitations(accountsDb(pool), company).orderBy('id', 'desc').execute()
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
  company: CompanyId,
  id: string,
  actor: AuditActor,
): Promise<boolean> {
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

const UNKNOWN = { ok: false, reason: 'unknown_link' } as const

/** Adds the person who followed an invitation's link, with the address and role of the invitation. */
export async function acceptInvitation(
  pool: Pool,
  token: string,
  person: { readonly name: string; readonly password: string; readonly language: Language },
): Promise<LinkFollowed> {
  const db = accountsDb(pool)
  if ((await findLink(db, 'invitation', token)) === undefined) return UNKNOWN
  const { name, language } = person
  const password_hash = await hashPassword(person.password)
  try {
    return await db.transaction().execute(async (tx) => {
      const link = await takeLink(tx, 'invitation', token)
      if (link === undefined) return UNKNOWN
      const { company_id, email, role } = invitationFromRow(link)
      const user = await insertUser(tx, { company_id, email, role, name, language, password_hash })
      return { ok: true, user }
    })
  } catch (error) {
    if (isEmailTaken(error)) return { ok: false, reason: 'email_taken' }
    throw error
  }
}
