import type { Installation } from '../installation.js'

/** The services that work on this database at the moment, by what their connections are called. */
export async function servicesAtWork({ pool }: Pick<Installation, 'pool'>): Promise<readonly string[]> {
  // Each of them either leads something or listens to what the others announce.
  const { rows } = await pool.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (application_name like 'leader %' or application_name like '% listener')
     order by name`,
  )
  return rows.map(({ name }) => name)
}
