import type { ClientBase } from 'pg'

/** Until the transaction ends, none of our other processes changes rights in this database. */
export async function holdRights(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext('ecmr:limited-role'))")
}
