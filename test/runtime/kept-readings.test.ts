import { keptReadings } from '@ecmr/runtime'
import t from 'tap'

let now = 0
const measured = performance.now
performance.now = () => now
t.teardown(() => {
  performance.now = measured
})

/** Readings of a value that changes. */
function readings() {
  let count = 0
  let failing = false
  const read = async (key: string): Promise<string> => {
    count += 1
    if (failing) throw new Error('the database is away')
    return `${key} ${count}`
  }
  return {
    find: keptReadings(read, 2),
    count: () => count,
    fail(next: boolean) {
      failing = next
    },
  }
}

t.test('what was read is used for less than a second, and then read before it is answered', async (t) => {
  const { find, count } = readings()
  t.equal(await find('a'), 'a 1')
  now += 400
  t.equal(await find('a'), 'a 1')
  t.equal(count(), 1)
  now += 401
  t.equal(await find('a'), 'a 2')
})

t.test('what is asked for often is read in the background, once for all who ask', async (t) => {
  const { find, count } = readings()
  await find('a')
  now += 401
  t.same(await Promise.all([find('a'), find('a')]), ['a 1', 'a 1'])
  t.equal(count(), 2)
  t.equal(await find('a'), 'a 2')
  now += 400
  t.equal(await find('a'), 'a 2', 'as old as its own reading')
})

t.test(
  'a reading that failed is not kept, and in the background leaves the one before until that is too old',
  async (t) => {
    const { find, fail } = readings()
    fail(true)
    await t.rejects(find('a'), /away/)
    fail(false)
    t.equal(await find('a'), 'a 2')
    fail(true)
    now += 500
    t.equal(await find('a'), 'a 2')
    t.equal(await find('a'), 'a 2')
    now += 301
    await t.rejects(find('a'), /away/)
  },
)

t.test('only so many keys are remembered', async (t) => {
  const { find, count } = readings()
  for (const key of ['a', 'b', 'c', 'c', 'b']) await find(key)
  t.equal(count(), 3)
  t.equal(await find('a'), 'a 4')
})
