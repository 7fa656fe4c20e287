import { createHash } from 'node:crypto'
import { accountOf, type CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/record-audit.js'
import { accountsDb, inTransaction } from '../db.js'
import { changeIn } from './companies.js'

/** Has a company show another picture with its notes. The audit trail keeps the hashes, and not the pictures. */
export async function setLogo(
  pool: Pool,
  company: CompanyId,
  jpeg: Uint8Array,
  actor: AuditActor,
): Promise<void> {
  const company_id = accountOf(company)
  const logo = createHash('sha256').update(jpeg).digest('hex')
  await inTransaction(pool, async (tx) => {
    if ((await changeIn(tx, company_id, { logo }, actor)) === undefined) return
    await tx
      .insertInto('accounts.company_logos')
      .values({ company_id, jpeg })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ jpeg }))
      .execute()
  })
}

/** Has a company show no picture any more. */
export async function removeLogo(pool: Pool, company: CompanyId, actor: AuditActor): Promise<void> {
  const company_id = accountOf(company)
  await inTransaction(pool, async (tx) => {
    await changeIn(tx, company_id, { logo: null }, actor)
    await tx.deleteFrom('accounts.company_logos').where('company_id', '=', company_id).execute()
  })
}

/** The picture with this SHA-256 (hex), a JPEG, as long as a company shows it. */
export async function findLogo(pool: Pool, sha256: string): Promise<Uint8Array | undefined> {
  const found = await accountsDb(pool)
    .selectFrom('accounts.companies as c')
    .innerJoin('accounts.company_logos as l', 'l.company_id', 'c.id')
    .select('l.jpeg')
    .where('c.logo', '=', sha256)
    .limit(1)
    .executeTakeFirst()
  return found?.jpeg
}

/** The SHA-256 of the picture that a company shows; `undefined`: none. */
export async function logoOf(pool: Pool, company: CompanyId): Promise<string | undefined> {
  const found = await accountsDb(pool)
    .selectFrom('accounts.companies')
    .select('logo')
    .where('id', '=', accountOf(company))
    .executeTakeFirst()
  return found?.logo ?? undefined
}
