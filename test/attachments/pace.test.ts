import { openPace } from '@ecmr/attachments'
import t from 'tap'

/** A second has 1,000 bytes, of which 100 pass at once. The clock goes on only while someone waits. */
function paceAt() {
  let present = 0
  const time = {
    now: () => present,
    wait: async (ms: number) => {
      present += ms
    },
  }
  const pace = openPace({ bytesPerSecond: 1_000, burstMs: 100 }, time)
  return {
    pass: pace.pass,
    now: () => present,
    rest: (ms: number) => {
      present += ms
    },
  }
}

t.test('bytes pass at the rate, but for a burst at the beginning and after a pause', async (t) => {
  const { pass, now, rest } = paceAt()
  await pass(100)
  t.equal(now(), 0)
  for (let piece = 0; piece < 10; piece++) await pass(50)
  t.equal(now(), 500)
  rest(10_000)
  await pass(100)
  t.equal(now(), 10_500, 'a long pause allows no more than a burst')
  await pass(100)
  t.equal(now(), 10_600)
})

t.test('a piece that is larger than a burst passes, and the next one waits for it', async (t) => {
  const { pass, now } = paceAt()
  await pass(1_100)
  t.equal(now(), 1_000)
  await pass(10)
  t.equal(now(), 1_010)
})

t.test('those that ask at the same time take turns', async (t) => {
  const waits: number[] = []
  const time = { now: () => 0, wait: async (ms: number) => void waits.push(ms) }
  const { pass } = openPace({ bytesPerSecond: 1_000, burstMs: 0 }, time)
  await Promise.all([pass(10), pass(10), pass(10)])
  t.same(waits, [10, 20, 30])
})
