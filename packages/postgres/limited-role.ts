import { type ClientBase, DatabaseError, escapeIdentifier, type Pool } from 'pg'
import { grantsFor, grantsOf } from './access-lists.js'
import { holdRights } from './hold-rights.js'
import { inWords, type Right } from './rights.js'

/**
 * Gives a role these rights in this database, and takes away all others that it has been given here by name. The role is made if
 * it is missing and we may make one; it cannot log in until an operator permits it. Where nothing changes nothing is written.
 *
 * @returns false when there is no such role and we may not make it
 * @example
 * await limitRole(pool, 'ecmr_mcp', [{ on: 'rm_list.*', may: 'select' }])
 */
export async function limitRole(pool: Pool, role: string, rights: readonly Right[]): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await holdRights(client)
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

async function makeRole(client: ClientBase, role: string): Promise<boolean> {
  const { isThere, mayMake } = await standing(client, role)
  if (!isThere) {
    if (!mayMake) return false
    await unlessDone(client, `create role ${escapeIdentifier(role)} nologin`)
  }
  // So that our own connections can take the role.
  const { mayTake, mayPassOn } = await standing(client, role)
  if (!mayTake && mayPassOn) await unlessDone(client, `grant ${escapeIdentifier(role)} to current_user`)
  return true
}

interface Standing {
  readonly isThere: boolean
  readonly mayMake: boolean
  readonly mayTake: boolean
  readonly mayPassOn: boolean
}

/** How we stand to a role. Before PostgreSQL 16 membership is enough to take it, and a role that creates roles may grant any. */
async function standing(client: ClientBase, role: string): Promise<Standing> {
  const { rows } = await client.query<Standing>(
    `select them.oid is not null as "isThere", me.rolsuper or me.rolcreaterole as "mayMake",
       coalesce(pg_has_role(me.oid, them.oid, case when is_new then 'set' else 'member' end), false) as "mayTake",
       coalesce(pg_has_role(me.oid, them.oid, 'member with admin option'), false)
         or (me.rolcreaterole and not is_new) as "mayPassOn"
     from pg_roles me left join pg_roles them on them.rolname = $1,
       (select current_setting('server_version_num')::int >= 160000 as is_new) server
     where me.rolname = current_user`,
    [role],
  )
  const [found] = rows
  if (found === undefined) throw new Error('PostgreSQL does not know its own user')
  return found
}

// Roles belong to the whole server, on which another installation may do the same at this very moment.
const DONE_BY_OTHERS = ['42710', '23505']

async function unlessDone(client: ClientBase, statement: string): Promise<void> {
  await client.query('savepoint role')
  await client.query(statement).catch(async (error: unknown) => {
    if (!(error instanceof DatabaseError) || !DONE_BY_OTHERS.includes(error.code ?? '')) throw error
    await client.query('rollback to role')
  })
}

async function setRights(client: ClientBase, role: string, rights: readonly Right[]): Promise<void> {
  const name = escapeIdentifier(role)
  const has = async (): Promise<readonly string[]> => (await grantsOf(client, role)).map(inWords)
  const shall = (await grantsFor(client, rights)).map(inWords)
  const before = await has()
  const surplus = except(before, shall)
  await doAll(client, surplus, (each) => `revoke ${each} from ${name}`)
  // With a right to a table those to its columns go as well, also such as were there by themselves.
  const left = surplus.length > 0 ? await has() : before
  await doAll(client, except(shall, left), (each) => `grant ${each} to ${name}`)
}

function except(all: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return [...new Set(all)].filter((each) => !known.has(each))
}

async function doAll(
  client: ClientBase,
  grants: readonly string[],
  statement: (grant: string) => string,
): Promise<void> {
  if (grants.length > 0) await client.query(grants.map(statement).join(';\n'))
}
