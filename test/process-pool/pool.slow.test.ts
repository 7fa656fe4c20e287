import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { isAlive } from '../support/is-alive.js'
import { folder, orderOf, pool, program, Unavailable, until } from './obedient-pool.js'
import type { Order } from './processes/order.js'

const aborted = { name: 'AbortError' }
const answer = { does: 'answer' } as const

t.test('jobs are done by processes that are kept, so many at once and no more', async (t) => {
  const { order, go, begun } = await folder(t)
  const { ask } = pool(t, { processes: 2 })
  const asked = [ask(order('wait')), ask(order('wait')), ask(order('wait'))]
  await begun(2)
  await go()
  const [first, second, third] = await Promise.all(asked)
  t.not(first, second)
  t.ok([first, second].includes(third))
  t.ok([first, second].includes(await ask(answer)))
})

t.test('a process knows nothing of the service and takes over none of its options', async (t) => {
  process.env.SECRET_KEY = 'a secret'
  t.teardown(() => {
    delete process.env.SECRET_KEY
  })
  const { opened } = pool(t)
  const said = await orderOf(opened)(answer)
  t.match(said?.execArgv, ['--max-old-space-size=64'])
  // What Node adds for its channel, and what tap adds to whatever a test starts.
  const added = /^(NODE_CHANNEL_|NODE_V8_COVERAGE$|NODE_OPTIONS$|_TAPJS_)/
  const known = said?.env.filter((name) => !added.test(name))
  t.same(
    new Set(known),
    new Set(['HOME', 'LC_ALL', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'TMPDIR', 'TZ']),
  )
})

t.test('a job on which processes hang is given up, and the next one is done by a new process', async (t) => {
  for (const does of ['hang', 'spin'] as const) {
    const { order, pids } = await folder(t)
    const { ask, warnings } = pool(t, { bounds: { workMs: 100 } })
    const warm = await ask(answer)
    t.equal(await ask(order(does)), 'not done')
    const [first, second] = pids()
    t.equal(first, warm)
    t.not(second, first)
    t.match(warnings, [
      { task: 'obey', reason: 'took too long', attempt: 1 },
      { task: 'obey', reason: 'took too long', attempt: 2 },
    ])
    const next = await ask(answer)
    t.notOk(pids().some(isAlive), 'both are gone')
    t.notOk(pids().includes(Number(next)))
  }
})

t.test('a process that crashes takes only its own job with it, which is repeated', async (t) => {
  const [one, another] = [await folder(t), await folder(t)]
  const { ask, warnings } = pool(t, { processes: 2 })
  const other = ask(another.order('wait'))
  const crashing = await ask(one.order('crash the first time'))
  t.equal(one.pids().length, 2)
  t.equal(crashing, one.pids()[1])
  t.match(warnings, [{ reason: 'ended with 3', attempt: 1 }])
  await another.go()
  t.same([await other], another.pids())
})

t.test('what breaks down twice, or is answered with something else, cannot be done', async (t) => {
  const { ask, warnings } = pool(t)
  for (const does of ['crash', 'throw', 'answer something else'] as const)
    t.equal(await ask({ does }), 'not done', does)
  t.match(warnings[2], { reason: 'RangeError at somewhere' })
  t.type(await ask(answer), 'number')
})

t.test('a process that takes too much memory is ended', async (t) => {
  const { order, pids } = await folder(t)
  const { ask, warnings } = pool(t, { bounds: { mostMemory: 200 * 1024 * 1024 } })
  t.equal(await ask(order('grow')), 'not done')
  t.match(warnings, [{ reason: 'took too much memory' }, { reason: 'took too much memory' }])
  t.notOk(pids().some(isAlive))
})

t.test('a process is replaced after so many jobs, and when it keeps too much memory', async (t) => {
  const { ask } = pool(t, { bounds: { jobsEach: 2 } })
  const [first, second, third] = [await ask(answer), await ask(answer), await ask(answer)]
  t.equal(first, second)
  t.not(second, third)
  t.notOk(isAlive(Number(first)))
  const fat = pool(t, { bounds: { keptMemory: 1 } })
  t.not(await fat.ask(answer), await fat.ask(answer))
})

t.test('a process that has nothing to do is ended after a while', async (t) => {
  const { ask } = pool(t, { bounds: { idleMs: 20 } })
  const idle = Number(await ask(answer))
  await until(() => !isAlive(idle))
  t.not(await ask(answer), idle)
})

t.test('what a process writes holds nothing up', async (t) => {
  const { ask } = pool(t)
  const talkative = await ask({ does: 'write a lot' })
  t.equal(await ask({ does: 'write a lot' }), talkative)
})

t.test('a process that cannot start is no fault of the job', async (t) => {
  const cannot = (does: Order['does'], options = {}) => pool(t, options).ask({ does })
  await t.rejects(cannot('answer', { entry: program('exits-at-start') }), {
    name: 'Unavailable',
    retryAfterSeconds: 5,
    message: 'ended with 1 before its first job: something is missing here',
  })
  await t.rejects(cannot('answer', { entry: program('is-not-there') }), Unavailable)
  await t.rejects(cannot('never begin', { bounds: { startMs: 100 } }), {
    message: /^took too long before its first job/,
  })
})

t.test('after one that could not start none is started for a moment', async (t) => {
  const { ask } = pool(t, { bounds: { startAgainMs: 300 } })
  await t.rejects(ask({ does: 'lack something' }), { message: 'no fonts' })
  await t.rejects(ask(answer), { message: 'no process could be started just now' })
  let answered: unknown
  while (typeof answered !== 'number') answered = await ask(answer).catch(() => delay(10))
  t.type(answered, 'number')
})

t.test('closing refuses what waits and what is being worked on, and leaves no process', async (t) => {
  const { order, pids, begun } = await folder(t)
  const { ask, close } = pool(t)
  const closed = { name: 'Unavailable', message: 'the pool has been closed' }
  const refused = [t.rejects(ask(order('hang')), closed), t.rejects(ask(answer), closed)]
  await begun()
  await close()
  t.notOk(pids().some(isAlive))
  await Promise.all(refused)
  await t.rejects(ask(answer), closed)
  await close()
})

t.test('companies take turns, and within a company the first to come is served first', async (t) => {
  const { order, go, begun } = await folder(t)
  const { ask } = pool(t)
  const served: string[] = []
  const asked = [ask(order('wait'))]
  await begun()
  for (const job of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
    asked.push(ask(answer, job.charAt(0)).finally(() => served.push(job)))
  await go()
  await Promise.all(asked)
  t.same(served, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

for (const [what, bounds, waiting, error] of [
  // Two wait, and one more: five seconds each, as long as nothing is known of how long jobs take.
  ['a queue has so many jobs', { waitingEach: 2 }, 2, { retryAfterSeconds: 15 }],
  ['jobs that wait hold only so much memory', { waitingBytes: 40 }, 1, {}],
  ['a job that would wait in vain is refused at once', { turnMs: 8000 }, 1, { retryAfterSeconds: 10 }],
] as const)
  t.test(`${what}, and the error says how long it will take`, async (t) => {
    const { order, go, begun } = await folder(t)
    const { ask } = pool(t, { bounds })
    const asked = [ask(order('wait'))]
    await begun()
    for (let more = 0; more < waiting; more += 1) asked.push(ask(answer))
    const full = { name: 'Unavailable', message: 'too many jobs are waiting', ...error }
    await t.rejects(ask(answer), full)
    await go()
    await Promise.all(asked)
    t.type(await ask(answer), 'number')
  })

t.test('a request that is not answered in time fails as unavailable', async (t) => {
  const { ask } = pool(t, { bounds: { answerMs: 100 } })
  const overdue = { name: 'Unavailable', message: 'jobs take too long now' }
  await Promise.all([
    t.rejects(ask({ does: 'hang' }), overdue, 'what is being worked on'),
    t.rejects(ask({ does: 'hang' }), overdue, 'what waits'),
  ])
})

t.test('so does one that takes longer than its caller waits', async (t) => {
  const { ask } = pool(t)
  const signal = AbortSignal.timeout(100)
  await t.rejects(ask({ does: 'hang' }, 'one', { signal }), {
    name: 'Unavailable',
    cause: { name: 'TimeoutError' },
  })
})

t.test(
  'a job that was let into the line keeps its place when others take longer than was expected',
  async (t) => {
    const { order, go, begun } = await folder(t)
    const { ask } = pool(t, { bounds: { turnMs: 50 } })
    const asked = ask(order('wait'))
    await begun()
    const waiting = ask(answer)
    await t.rejects(ask(answer), { name: 'Unavailable', message: 'too many jobs are waiting' })
    // Longer than it was expected to wait: no process starts within 50 ms.
    await pool(t, {}).ask(answer)
    await go()
    t.equal(await waiting, await asked, 'both are done, one after the other')
  },
)

t.test('a job that broke down once, and then took all the time there was, cannot be done', async (t) => {
  const { order } = await folder(t)
  const { ask } = pool(t, { bounds: { answerMs: 500 } })
  let warm: unknown
  while (warm === undefined) warm = await ask(answer).catch(() => undefined)
  t.equal(await ask(order('crash, then hang')), 'not done')
})

t.test('a caller that does not wait any more leaves the line', async (t) => {
  const { order, go, begun } = await folder(t)
  const { ask } = pool(t, { bounds: { waitingEach: 1 } })
  const asked = ask(order('wait'))
  await begun()
  const leaving = new AbortController()
  const left = t.rejects(ask({ does: 'crash' }, 'one', leaving), aborted)
  leaving.abort()
  await left
  await t.rejects(ask({ does: 'crash' }, 'one', leaving), aborted)
  const next = ask(answer)
  await go()
  t.equal(await next, await asked)
})

/** A pool whose one process works at a job that the caller has abandoned, with a job that waits. */
async function abandoned(t: Test, does: Order['does'], bounds = {}) {
  const all = await folder(t)
  const { ask, warnings } = pool(t, { bounds })
  const leaving = new AbortController()
  const left = t.rejects(ask(all.order(does), 'one', leaving), aborted)
  await all.begun()
  const next = ask(answer)
  leaving.abort()
  await left
  return { ...all, next, warnings }
}

t.test('an abandoned job is finished if that is soon', async (t) => {
  const { next, go, pids } = await abandoned(t, 'wait')
  await go()
  t.same([await next], pids(), 'by the same process')
})

t.test('an abandoned job does not hold its place for long', async (t) => {
  const { next, pids, warnings } = await abandoned(t, 'spin', { abandonedMs: 50 })
  t.type(await next, 'number')
  t.notOk(pids().some(isAlive))
  t.equal(pids().length, 1, 'it is not repeated')
  t.same(warnings, [])
})

t.test('an abandoned request does not keep others from starting a process', async (t) => {
  const { next } = await abandoned(t, 'never begin', { abandonedMs: 1 })
  t.type(await next, 'number')
})

function parent(t: Test, order: Order) {
  const child = spawn(process.execPath, [program('leaves-one-behind'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  return child
}

t.test('a kept process does not keep its parent alive, and ends with it', async (t) => {
  const child = parent(t, answer)
  const [pid, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  t.equal(code, 0)
  t.match(pid, /^\d+$/)
  await until(() => !isAlive(Number(pid)))
})

for (const does of ['hang', 'spin'] as const)
  t.test(`a process that has to ${does} ends when its parent is killed`, async (t) => {
    const { order, pids, begun } = await folder(t)
    const child = parent(t, order(does))
    await begun()
    t.ok(pids().every(isAlive))
    child.kill('SIGKILL')
    await until(() => !pids().some(isAlive))
  })

t.test('signals that reach the whole group end no job', async (t) => {
  const { order, go, pids, begun } = await folder(t)
  const { ask } = pool(t)
  const asked = ask(order('wait'))
  await begun()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    for (const pid of pids()) process.kill(pid, signal)
  await go()
  t.same([await asked], pids())
})
