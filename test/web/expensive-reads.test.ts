import { expensiveReads, type NoReadTurn, type ReadTurn, readLimits } from '@ecmr/web'
import t from 'tap'

const limits = { ...readLimits, patienceMs: 3_000 }

function taken(turn: ReadTurn | NoReadTurn): ReadTurn {
  if (!turn.ok) throw new Error(`refused for ${turn.retryAfterSeconds} s`)
  return turn
}

/** Whether a promise is settled once everything that can go on by itself has. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const first = await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, 'waits'))])
  return first !== 'waits'
}

t.test('a company has four reads under way, the next ones wait in order, and others do not', async (t) => {
  const reads = expensiveReads(limits)
  const turns = await Promise.all([1, 2, 3, 4].map(() => reads.enter('acme').then(taken)))
  const order: string[] = []
  const fifth = reads.enter('acme').then(() => order.push('fifth'))
  const sixth = reads.enter('acme').then(() => order.push('sixth'))
  t.notOk(await isSettled(fifth))
  taken(await reads.enter('rival')).leave(0)
  turns[0]?.leave(0)
  turns[0]?.leave(0)
  await fifth
  t.notOk(await isSettled(sixth), 'leaving twice gives one place')
  turns[1]?.leave(0)
  await sixth
  t.same(order, ['fifth', 'sixth'])
})

t.test('too many that wait are refused at once, and one that has waited too long as well', async (t) => {
  const full = expensiveReads({ ...limits, waiting: 1 })
  for (let n = 0; n < limits.atOnce; n++) await full.enter('acme')
  const waiting = full.enter('acme')
  t.match(await full.enter('acme'), { ok: false, retryAfterSeconds: 1 })
  t.notOk(await isSettled(waiting))
  t.notOk(await isSettled(full.enter('acme', { isPatient: true })), 'what has begun still waits')
  const impatient = expensiveReads({ ...limits, patienceMs: 1 })
  for (let n = 0; n < limits.atOnce; n++) await impatient.enter('acme')
  t.match(await impatient.enter('acme'), { ok: false })
})

t.test('an abandoned one leaves the queue', async (t) => {
  const reads = expensiveReads(limits)
  const turns = await Promise.all([1, 2, 3, 4].map(() => reads.enter('acme').then(taken)))
  const gone = new AbortController()
  const left = reads.enter('acme', { signal: gone.signal })
  const next = reads.enter('acme')
  gone.abort()
  t.match(await left, { ok: false })
  turns[0]?.leave(0)
  t.match(await next, { ok: true })
  t.match(await reads.enter('acme', { signal: gone.signal }), { ok: false })
})

t.test('what has been read beyond a burst is waited for; small answers cost nothing', async (t) => {
  const reads = expensiveReads({
    ...limits,
    burstBytes: 1_000_000,
    bytesPerSecond: 10_000_000,
    patienceMs: 1,
  })
  for (let n = 0; n < 100; n++) taken(await reads.enter('acme')).leave(limits.freeBytes)
  taken(await reads.enter('acme')).leave(31_000_000)
  t.match(await reads.enter('acme'), { ok: false, retryAfterSeconds: 3 })
  taken(await reads.enter('rival')).leave(0)
  const soon = expensiveReads({ ...limits, burstBytes: 1_000, bytesPerSecond: 1_000_000_000 })
  taken(await soon.enter('acme')).leave(10_000_000)
  t.match(await soon.enter('acme'), { ok: true }, 'after 10 ms')
})
