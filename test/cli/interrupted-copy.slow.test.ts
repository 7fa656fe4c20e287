import t from 'tap'
import { contentOf, counterOf } from '../event-store/copied-logs.js'
import { until } from '../support/until.js'
import { areAlike, COPY, SEED, twoStores } from './two-stores.js'

t.test('a copy that is killed again and again becomes the log', async (t) => {
  const at = await twoStores(t, { systemEventEvery: 3 })
  await at.json(`${SEED} 120 --seed 1`)
  const { length } = await contentOf(await at.open('postgres'))
  const copied = counterOf(await at.open('eventstoredb'))
  let killed = 0
  for (let there = 0; there < length * 0.8; ) {
    // A copy that waits for answers comes only as far as it may without them.
    at.faults.dropReplies(Infinity, 'silence', 60)
    const { child, ran } = at.start(COPY)
    const goal = there + 60
    await until(async () => (await copied()) >= goal || child.exitCode !== null, 'events in the copy')
    if (child.exitCode === null) killed++
    child.kill('SIGKILL')
    await ran
    there = await copied()
  }
  at.faults.dropReplies(0)
  t.ok(killed > 1, `killed ${killed} times`)
  t.match(await at.json(COPY), { ok: true, events: length, verified: length })
  await areAlike(t, at)
})

t.test('Ctrl-C ends a copy with a sentence; the next one goes on', async (t) => {
  const at = await twoStores(t)
  await at.json(`${SEED} 60 --seed 1`)
  const arrived = counterOf(await at.open('eventstoredb'))
  at.faults.delayReplies(500)
  const { child, ran } = at.start(COPY)
  await until(async () => (await arrived()) >= 10, 'events in the copy')
  child.kill('SIGINT')
  const stderr = /^error: Interrupted\. Run the same command to continue\.$/m
  t.match(await ran, { code: 1, stderr })
  at.faults.delayReplies(0)
  const length = await arrived()
  const { copied, events } = await at.json(COPY)
  t.equal(Number(events) - Number(copied), length)
})
