import { randomUUID } from 'node:crypto'
import { openPool } from '@ecmr/postgres'
import { destroyKeys, keyWrap, migratePersonalData, openKeyring } from '@ecmr/personal-data'
import t from 'tap'
import { testDatabase } from '../support/database.js'

const pool = openPool({ url: await testDatabase(t), max: 4, name: 'keyring test' })
t.teardown(() => pool.end())
await migratePersonalData(pool)
const wrap = keyWrap('the secret key of tests')
const open = () => openKeyring({ pool, wrap })

t.test('what one process makes another finds', async (t) => {
  const note = randomUUID()
  const made = await open().ensure(note, ['people'], { isNew: true })
  const found = (await open().find([note, randomUUID()])).get(note)
  const sealed = made.current('people')?.seal('Ana', 'here')
  t.equal(sealed && found?.named(`${note}/people`)?.open(sealed, 'here'), 'Ana')
  t.equal(found?.current('parties'), undefined)
})

t.test('many processes that need the keys of one note at once get the same', async (t) => {
  const note = randomUUID()
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, n) => open().ensure(note, ['people', 'parties'], { isNew: n % 2 === 0 })),
  )
  const salts = new Set(all.map((keys) => keys.current('parties')?.salt('x', 'y')))
  t.equal(salts.size, 1)
})

t.test('callers of one process that need the keys of one note at once get the kept ones', async (t) => {
  const note = randomUUID()
  const keyring = open()
  const all = await Promise.all(
    Array.from({ length: 8 }, () => keyring.ensure(note, ['people', 'parties'], { isNew: true })),
  )
  const kept = (await open().find([note])).get(note)
  const saltOf = (keys: typeof kept) => keys?.current('parties')?.salt('x', 'y')
  for (const keys of all) t.equal(saltOf(keys), saltOf(kept))
})

t.test('processes that keep the same keys in different orders do not block each other', async (t) => {
  for (let round = 0; round < 20; round++) {
    const notes = Array.from({ length: 250 }, () => randomUUID())
    const each = (keyring: ReturnType<typeof open>, ids: readonly string[]) =>
      ids.map((note) => keyring.ensure(note, ['people', 'parties'], { isNew: true }))
    await t.resolves(Promise.all([...each(open(), notes), ...each(open(), notes.toReversed())]))
  }
})

t.test('a destroyed key stays destroyed, and what is written later gets another', async (t) => {
  const note = randomUUID()
  const keyring = open()
  await keyring.ensure(note, ['people', 'parties'])
  t.equal(await destroyKeys(pool, [`${note}/people`, `${note}/people/7`]), 1)
  t.equal(await destroyKeys(pool, [`${note}/people`]), 0)
  keyring.forget(note)
  const left = (await keyring.find([note])).get(note)
  t.equal(left?.named(`${note}/people`), null)
  t.ok(left?.current('parties'))
  const later = await keyring.ensure(note, ['people'])
  t.equal(later.current('people')?.name, `${note}/people/2`)
})

t.test('a key that was made after the others were read is found', async (t) => {
  const note = randomUUID()
  const keyring = open()
  await keyring.find([note])
  await open().ensure(note, ['people'])
  t.equal((await keyring.find([note])).get(note)?.current('people'), undefined, 'remembered')
  t.ok((await keyring.find([note], { fresh: true })).get(note)?.current('people'))
})

t.test('another secret key opens none', async (t) => {
  const note = randomUUID()
  await open().ensure(note, ['people'])
  const other = openKeyring({ pool, wrap: keyWrap('another secret key') })
  await t.rejects(other.find([note]), /SECRET_KEY is not the one/)
  await t.rejects(other.check(), /SECRET_KEY is not the one/)
  await t.resolves(open().check())
})
