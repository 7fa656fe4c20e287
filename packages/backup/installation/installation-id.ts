import type { Pool } from 'pg'

/** The id of this installation, which it keeps when it is restored. It is made when it is first asked for. */
export async function installationId(pool: Pool): Promise<string> {
  await pool.query('insert into backup.installation (id) values (gen_random_uuid()) on conflict do nothing')
  const { rows } = await pool.query<{ id: string }>('select id from backup.installation')
  const [row] = rows
  if (row === undefined) throw new Error('backup.installation has no row')
  return row.id
}
