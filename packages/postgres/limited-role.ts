import type { ClientBase, Pool } from 'pg'

/** What a role may do with a table, or with all tables of a schema (`schema.*`). */
export interface Right {
  readonly on: string
  readonly may: 'select' | 'insert' | 'update' | 'delete'
  /** only these columns; all unless given */
  readonly columns?: readonly string[]
}

/**
 * Gives a role these rights in the schemas that they name, and no others there. The role is made if it is missing and we may make
 * one; it cannot log in until somebody lets it.
 *
 * @returns false when there is no such role and we may not make it
 * @example
 * await limitRole(pool, 'ecmr_mcp', [{ on: 'rm_list.*', may: 'select' }])
 */
export async function limitRole(pool: Pool, role: string, rights: readonly Right[]): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('ecmr:limited-role'))")
    const isThere = await makeRole(client, role)
    if (isThere) await setRights(client, role, rights)
    await client.query('commit')
    return isThere
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

// Roles belong to the whole server, on which other installations may make the same one at this very moment.
async function makeRole(client: ClientBase, role: string): Promise<boolean> {
  await client.query(`do $$ begin
      create role ${role} nologin;
    exception when duplicate_object or unique_violation or insufficient_privilege then null; end $$`)
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (rowCount === 0) return false
  // So that our own connections can take the role.
  await client.query(`do $$ begin
      if not pg_has_role(current_user, '${role}', 'set') then grant ${role} to current_user; end if;
    exception when insufficient_privilege then null; end $$`)
  return true
}

async function setRights(client: ClientBase, role: string, rights: readonly Right[]): Promise<void> {
  const schemas = new Set(rights.map(({ on }) => on.slice(0, on.indexOf('.'))))
  for (const schema of schemas) {
    await client.query(`grant usage on schema ${schema} to ${role};
      revoke all on all tables in schema ${schema} from ${role}`)
  }
  for (const { on, may, columns } of rights) {
    const [schema, table] = on.split('.')
    const what = columns === undefined ? may : `${may} (${columns.join(', ')})`
    const where = table === '*' ? `all tables in schema ${schema}` : on
    await client.query(`grant ${what} on ${where} to ${role}`)
  }
}
