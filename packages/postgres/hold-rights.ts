import type { ClientBase } from 'pg'

/** Until the transaction ends, nobody else of ours changes who may do what in this database. */
export async function holdRights(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext('ecmr:limited-role'))")
}
