import { randomUUID } from 'node:crypto'
import { keyWrap, migratePersonalData, openKeyring } from '@ecmr/personal-data'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { ownPostgres } from '../processes/postgres.js'

const ROUNDS = 3

t.test('a key that a process remembers is still there after a crash of PostgreSQL', async (t) => {
  const postgres = await ownPostgres(t)
  await postgres.start()
  const pool = openPool({ url: postgres.url, max: 2, name: 'keys and crashes' })
  t.teardown(() => pool.end())
  await migratePersonalData(pool)
  const keyring = openKeyring({ pool, wrap: keyWrap('the secret key of tests') })
  const made: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const note = randomUUID()
    await keyring.ensure(note, ['people', 'parties'], { isNew: true })
    await postgres.kill()
    made.push(note)
    await postgres.start()
  }
  const { rows } = await pool.query<{ note_id: string }>('select note_id from privacy.data_keys')
  for (const note of made) t.equal(rows.filter(({ note_id }) => note_id === note).length, 2)
})
