import { randomBytes } from 'node:crypto'
import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { testDatabase } from '../support/database.js'

/** A database of a test's own, and roles, which belong to the whole server and go with it. */
export interface RolesGround {
  readonly url: string
  /** of the server's superuser */
  readonly pool: Pool
  /** a name that no other test uses */
  name(like: string): string
  /** makes a user, and says with which URL it connects */
  user(like: string, attributes?: string): Promise<string>
  /** connections that are closed at the end */
  open(options: { readonly url?: string; readonly role?: string; readonly max?: number }): Pool
}

/** Whatever roles the test makes have to have names of `name`. */
export async function rolesGround(t: Test): Promise<RolesGround> {
  const names: string[] = []
  let server = ''
  // What is registered last is done first: the databases are gone by then, and with them all rights of these roles.
  t.teardown(() => dropRoles(server, names))
  const url = await testDatabase(t)
  server = new URL('/postgres', url).href
  const pools: Pool[] = []
  t.teardown(() => Promise.all(pools.map((pool) => pool.end())))
  const open: RolesGround['open'] = ({ url: as = url, role, max = 2 }) => {
    const pool = openPool({ url: as, max, name: 'test', ...(role !== undefined && { role }) })
    pools.push(pool)
    return pool
  }
  const name = (like: string): string => {
    const made = `${like}_${randomBytes(4).toString('hex')}`
    names.push(made)
    return made
  }
  const pool = open({})
  return {
    url,
    pool,
    open,
    name,
    async user(like, attributes = '') {
      const user = name(like)
      await pool.query(`create role "${user}" login password 'test' ${attributes}`)
      const as = new URL(url)
      as.username = user
      as.password = 'test'
      return as.href
    },
  }
}

async function dropRoles(server: string, names: readonly string[]): Promise<void> {
  const pool = openPool({ url: server, max: 1, name: 'test' })
  for (const name of [...names].reverse()) await pool.query(`drop role if exists ${escaped(name)}`)
  await pool.end()
}

function escaped(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
