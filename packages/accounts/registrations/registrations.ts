import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { insertCompany } from '../companies/companies.js'
import { accountsDb, inTransaction, type Tx } from '../db.js'
import { findLink, followLink, type LinkFollowed, type LinkRow, newLink } from '../links/links.js'
import { hashPassword } from '../passwords/password-hash.js'
import { membershipsOf } from '../memberships/memberships.js'
import type { Language, Person, User } from '../users/user.js'
import { insertUser, personWith, unlessTaken } from '../users/users.js'

export interface Registrant {
  readonly company_name: string
  readonly name: string
  readonly email: string
  readonly language: Language
}

export interface Registration extends Registrant {
  readonly password: string
}

/** The registration that the row of one of our links holds. @throws when it holds none */
function registrationOf({ email, details }: LinkRow): Registrant {
  const { company_name, name, language } = details
  if (email === null || typeof company_name !== 'string' || typeof name !== 'string') {
    throw new Error('A registration is not as it was written.')
  }
  return { email, company_name, name, language: language === 'en' ? 'en' : 'es' }
}

/** Makes a company and its first owner. Rejects with Postgres's unique violation when the address has an account. */
async function openAccount(
  tx: Tx,
  { company_name, ...person }: Registrant,
  password_hash: string,
): Promise<User> {
  const id = uuidv7()
  const actor = { kind: 'user', id } as const
  const company = await insertCompany(tx, { name: company_name }, actor)
  return insertUser(tx, { id, company_id: company.id, role: 'owner', ...person, password_hash }, actor)
}

export type Registered =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly reason: 'email_taken' }

/** Registers a company and its first owner at once, where there is no mail server to ask whose the address is. */
export async function register(pool: Pool, registration: Registration): Promise<Registered> {
  const { password, ...registrant } = registration
  const password_hash = await hashPassword(password)
  const opened = inTransaction(pool, (tx) => openAccount(tx, registrant, password_hash))
  return unlessTaken(opened.then((user) => ({ ok: true, user }) as const))
}

type RegistrationRequested =
  | { readonly kind: 'link'; readonly token: string }
  | { readonly kind: 'email_taken'; readonly user: Person }

/**
 * Makes the link, good for a day, that proves an address; nothing else exists before it is
 * followed. There is no password yet: the request may come from a stranger, who would know the password of an account that the
 * owner of the address opens. Whether the address has an account is for its owner to read in a message, not for
 * the requester: answer both the same, and after the same time.
 */
export function requestRegistration(
  pool: Pool,
  { company_name, name, email, language }: Registrant,
): Promise<RegistrationRequested> {
  const details: Omit<Registrant, 'email'> = { company_name, name, language }
  return inTransaction(pool, async (tx) => {
    const user = await personWith(tx, email)
    // An account without a company makes room for a new one.
    if (user !== undefined && (await membershipsOf(tx, user.id)).length > 0)
      return { kind: 'email_taken', user }
    const { token } = await newLink(tx, { purpose: 'registration', email: email.trim(), details })
    return { kind: 'link', token }
  })
}

/** What is registered by following this link; `undefined` when it is unknown, used or expired. */
export async function findRegistration(pool: Pool, token: string): Promise<Registrant | undefined> {
  const link = await findLink(accountsDb(pool), 'registration', token)
  return link && registrationOf(link)
}

/**
 * Registers the person who followed the link of `requestRegistration`, with the password chosen there: a stranger may
 * have requested the link.
 */
export function confirmRegistration(pool: Pool, token: string, password: string): Promise<LinkFollowed> {
  return followLink(pool, { purpose: 'registration', token, password }, (tx, link, password_hash) =>
    openAccount(tx, registrationOf(link), password_hash),
  )
}
