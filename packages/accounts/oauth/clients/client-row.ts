import type { Selectable } from 'kysely'
import type { OauthTables } from '../tables.js'
import type { OauthClient } from './client.js'

/** The columns that may be shown. */
export const clientColumns = [
  'id',
  'name',
  'redirect_uris',
  'auth_method',
  'application_type',
  'client_uri',
  'software_id',
  'software_version',
  'created_at',
] as const satisfies readonly (keyof OauthTables['oauth.clients'])[]

type Row = Pick<Selectable<OauthTables['oauth.clients']>, (typeof clientColumns)[number]>

export function clientFromRow(row: Row): OauthClient {
  return { ...row, created_at: row.created_at.toISOString() }
}
