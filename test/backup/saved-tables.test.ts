import { isSaved, NOT_SAVED, SAVED, savableTables } from '@ecmr/backup'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { databaseWithTables } from '../support/database-with-tables.js'

t.test('every table is in a backup, or named with why it is not', async (t) => {
  const pool = openPool({ url: await databaseWithTables(t), max: 1, name: 'test' })
  t.teardown(() => pool.end())
  const there = (await savableTables(pool)).map(({ name }) => name)
  const known = [...SAVED, ...Object.keys(NOT_SAVED)]
  t.same(
    there.filter((name) => !known.includes(name)),
    [],
    'a new table belongs into packages/backup/tables/saved-tables.ts: into SAVED, or into NOT_SAVED with a reason',
  )
  t.same(
    known.filter((name) => !there.includes(name)),
    [],
    'these tables are no more',
  )
  t.same([...SAVED].sort(), there.filter((name) => isSaved({ name })).sort(), 'each is in one list only')
})

t.test(
  'a new installation has no rows in any of them, so that a backup can be restored into it',
  async (t) => {
    const pool = openPool({ url: await databaseWithTables(t), max: 1, name: 'test' })
    t.teardown(() => pool.end())
    for (const name of SAVED) {
      const { rows } = await pool.query(`select count(*) as rows from ${name}`)
      t.same(rows, [{ rows: 0 }], name)
    }
  },
)
