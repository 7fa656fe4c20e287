import { setTimeout as delay } from 'node:timers/promises'
import { DocumentReadingUnavailable } from '@ecmr/ocr'
import t from 'tap'
import { folder, isAlive, page, pool, program, until } from './obedient-pool.js'

t.test('pages are looked at by processes that are kept, so many at once and no more', async (t) => {
  const { write, file, diary } = await folder(t)
  const { ask } = pool(t, { processes: 2 })
  const wait = { does: 'wait', until: file('go'), diary: file('diary') } as const
  const asked = [ask(wait), ask(wait), ask(wait)]
  await until(() => diary('diary').length === 2)
  await write('go')
  const [first, second, third] = await Promise.all(asked)
  t.not(first, second)
  t.ok([first, second].includes(third))
  t.ok([first, second].includes(await ask({ does: 'answer' })))
})

t.test(
  'a process knows nothing of the service, and starts as no debugger or loader of it wants',
  async (t) => {
    process.env.SECRET_KEY = 'a secret'
    t.teardown(() => {
      delete process.env.SECRET_KEY
    })
    const { opened } = pool(t)
    const { signal } = new AbortController()
    const seen = await opened.renderPicture(page({ does: 'answer' }), { companyId: 'one', signal })
    const told = seen.ok && JSON.parse(Buffer.from(seen.picture.jpeg).toString())
    t.match(told.execArgv, [/^--max-old-space-size=\d+$/])
    // What Node adds for its channel, and what tap adds to whatever a test starts.
    const added = /^(NODE_CHANNEL_|NODE_V8_COVERAGE$|NODE_OPTIONS$|_TAPJS_)/
    const known = told.env.filter((name: string) => !added.test(name))
    t.same(new Set(known), new Set(['HOME', 'LC_ALL', 'TMPDIR', 'TZ']))
  },
)

t.test('a page on which processes hang is given up, and the next one is read by a new process', async (t) => {
  for (const does of ['hang', 'spin'] as const) {
    const { file, diary } = await folder(t)
    const { ask, warnings } = pool(t, { bounds: { workMs: 100 } })
    const warm = await ask({ does: 'answer' })
    t.equal(await ask({ does, diary: file('diary') }), 'unreadable')
    const [first, second] = diary('diary')
    t.equal(first, warm)
    t.not(second, first)
    t.match(warnings, [
      { task: 'picture', reason: 'took too long', attempt: 1 },
      { task: 'picture', reason: 'took too long', attempt: 2 },
    ])
    const next = await ask({ does: 'answer' })
    t.notOk(diary('diary').some(isAlive), 'both are gone')
    t.notOk(diary('diary').includes(Number(next)))
  }
})

t.test('a process that crashes takes only its own page with it, which is repeated', async (t) => {
  const { file, write, diary } = await folder(t)
  const { ask, warnings } = pool(t, { processes: 2 })
  const other = ask({ does: 'wait', until: file('go'), diary: file('other') })
  const crashing = await ask({ does: 'crash the first time', diary: file('diary') })
  t.equal(diary('diary').length, 2)
  t.equal(crashing, diary('diary')[1])
  t.match(warnings, [{ reason: 'ended with 3', attempt: 1 }])
  await write('go')
  t.same([await other], diary('other'))
})

t.test('what breaks down twice, or is answered with something else, cannot be read', async (t) => {
  const { ask, warnings } = pool(t)
  for (const does of ['crash', 'throw', 'answer something else'] as const)
    t.equal(await ask({ does }), 'unreadable', does)
  t.match(warnings[2], { reason: 'RangeError at somewhere' })
  t.type(await ask({ does: 'answer' }), 'number')
})

t.test('a process that takes too much memory is ended', async (t) => {
  const { file, diary } = await folder(t)
  const { ask, warnings } = pool(t, { bounds: { mostMemory: 200 * 1024 * 1024 } })
  t.equal(await ask({ does: 'grow', diary: file('diary') }), 'unreadable')
  t.match(warnings, [{ reason: 'took too much memory' }, { reason: 'took too much memory' }])
  t.notOk(diary('diary').some(isAlive))
})

t.test('a process is replaced after so many pages, and when it keeps too much memory', async (t) => {
  const worn = pool(t, { bounds: { pagesEach: 2 } })
  const [first, second, third] = [
    await worn.ask({ does: 'answer' }),
    await worn.ask({ does: 'answer' }),
    await worn.ask({ does: 'answer' }),
  ]
  t.equal(first, second)
  t.not(second, third)
  t.notOk(isAlive(Number(first)))
  const fat = pool(t, { bounds: { keptMemory: 1 } })
  t.not(await fat.ask({ does: 'answer' }), await fat.ask({ does: 'answer' }))
})

t.test('a process that has nothing to do is ended after a while', async (t) => {
  const { ask } = pool(t, { bounds: { idleMs: 20 } })
  const idle = Number(await ask({ does: 'answer' }))
  await until(() => !isAlive(idle))
  t.not(await ask({ does: 'answer' }), idle)
})

t.test('what a process writes holds nothing up', async (t) => {
  const { ask } = pool(t)
  const talkative = await ask({ does: 'write a lot' })
  t.equal(await ask({ does: 'write a lot' }), talkative)
})

t.test('a process that cannot start is no fault of the page', async (t) => {
  const cannot = (does: 'answer' | 'never begin' | 'lack something', options = {}) =>
    pool(t, options).ask({ does })
  await t.rejects(cannot('answer', { entry: program('exits-at-start') }), {
    name: 'DocumentReadingUnavailable',
    retryAfterSeconds: 5,
    reason: 'ended with 1 before its first page: something is missing here',
  })
  await t.rejects(cannot('answer', { entry: program('is-not-there') }), DocumentReadingUnavailable)
  await t.rejects(cannot('never begin', { bounds: { startMs: 100 } }), {
    message: /^took too long before its first page/,
  })
  await t.rejects(cannot('lack something'), { message: 'no language data' })
})

t.test('after one that could not start none is started for a moment', async (t) => {
  const { ask } = pool(t, { bounds: { startAgainMs: 300 } })
  await t.rejects(ask({ does: 'lack something' }), { message: 'no language data' })
  await t.rejects(ask({ does: 'answer' }), { message: 'no process could be started just now' })
  let answered: unknown
  while (typeof answered !== 'number') answered = await ask({ does: 'answer' }).catch(() => delay(10))
  t.type(answered, 'number')
})

t.test('closing refuses what waits and what is being looked at, and leaves no process', async (t) => {
  const { file, diary } = await folder(t)
  const { ask, close } = pool(t)
  const working = ask({ does: 'hang', diary: file('diary') })
  const waiting = ask({ does: 'answer' })
  await until(() => diary('diary').length === 1)
  const refused = Promise.all([
    t.rejects(working, { name: 'DocumentReadingUnavailable', reason: 'reading has been closed' }),
    t.rejects(waiting, { name: 'DocumentReadingUnavailable', reason: 'reading has been closed' }),
  ])
  await close()
  t.notOk(diary('diary').some(isAlive))
  await refused
  await t.rejects(ask({ does: 'answer' }), { message: 'reading has been closed' })
  await close()
})
