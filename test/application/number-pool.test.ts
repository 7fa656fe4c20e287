import { migrateNumberRegistry, numberPool } from '@ecmr/application'
import { parseEcmrNumber } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { testDatabase } from '../support/database.js'

const pool = openPool({ url: await testDatabase(t), max: 8, name: 'test numbers' })
await migrateNumberRegistry(pool)
t.teardown(() => pool.end())

t.test('numbers are well-formed, and none is handed out twice by any process', async (t) => {
  const processes = Array.from({ length: 4 }, () => numberPool({ pool, blockSize: 16 }))
  const numbers = await Promise.all(
    processes.flatMap((each) => Array.from({ length: 100 }, () => each.next())),
  )
  t.equal(new Set(numbers).size, 400)
  for (const number of numbers) t.equal(parseEcmrNumber(number), number)
})

t.test('a number that exists already is left out', async (t) => {
  // A generator that says everything twice makes collisions certain.
  let calls = 0
  const stutter = (size: number): Uint8Array => {
    const half = Math.floor(calls++ / 2)
    return Uint8Array.from({ length: size }, (_, index) => half * 31 + Math.floor(index / 9) * 7)
  }
  const numbers = numberPool({ pool, random: stutter, blockSize: 8 })
  const again = numberPool({ pool, random: stutter, blockSize: 8 })
  const handed = await Promise.all([...Array(6)].flatMap(() => [numbers.next(), again.next()]))
  t.equal(new Set(handed).size, handed.length)
})

t.test('the year is that of the moment', async (t) => {
  let now = new Date('2026-12-31T23:59:59.999Z')
  const numbers = numberPool({ pool, clock: () => now, blockSize: 4 })
  t.match(await numbers.next(), /^ECMR-2026-/)
  now = new Date('2027-01-01T00:00:00.000Z')
  t.match(await numbers.next(), /^ECMR-2027-/)
})

t.test('when the database is away and the stock is empty, the caller gets an error', async (t) => {
  const away = openPool({ url: 'postgres://127.0.0.1:1/none', max: 1, name: 'away' })
  await t.rejects(numberPool({ pool: away }).next())
  await away.end()
})
