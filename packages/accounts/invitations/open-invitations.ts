import type { CompanyId } from '@ecmr/domain'
import { type Kysely, sql } from 'kysely'
import type { AccountsTables } from '../tables.js'
import { invitationColumns } from './invitation.js'

/** Asks for a company's invitations that can still be accepted. */
export function openInvitations(db: Kysely<AccountsTables>, company: CompanyId) {
  return db
    .selectFrom('accounts.links')
    .select(invitationColumns)
    .where('company_id', '=', company)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
}
