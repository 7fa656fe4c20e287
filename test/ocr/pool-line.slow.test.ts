import t from 'tap'
import { folder, isAlive, pool, until } from './obedient-pool.js'

const nobody = { name: 'AbortError' }

t.test('companies take turns, and within a company who came first is served first', async (t) => {
  const { file, write, diary } = await folder(t)
  const { ask } = pool(t)
  const served: string[] = []
  const asked = [ask({ does: 'wait', until: file('go'), diary: file('diary') })]
  await until(() => diary('diary').length === 1)
  for (const page of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
    asked.push(ask({ does: 'answer' }, page.charAt(0)).finally(() => served.push(page)))
  await write('go')
  await Promise.all(asked)
  t.same(served, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

t.test('the error for a full queue says how long it will take', async (t) => {
  const { file, write, diary } = await folder(t)
  const { ask } = pool(t, { bounds: { waitingEach: 2 } })
  const asked = [ask({ does: 'wait', until: file('go'), diary: file('diary') })]
  await until(() => diary('diary').length === 1)
  asked.push(ask({ does: 'answer' }), ask({ does: 'answer' }))
  await t.rejects(ask({ does: 'answer' }), {
    name: 'DocumentReadingUnavailable',
    reason: 'too many pages are waiting',
    // Two wait, and one more: five seconds each, as long as nothing is known of how long pages take.
    retryAfterSeconds: 15,
  })
  await write('go')
  await Promise.all(asked)
  t.type(await ask({ does: 'answer' }), 'number')
})

t.test('images that wait hold only so much memory together', async (t) => {
  const { file, write, diary } = await folder(t)
  const { ask } = pool(t, { bounds: { waitingBytes: 20 } })
  const asked = [ask({ does: 'wait', until: file('go'), diary: file('diary') })]
  await until(() => diary('diary').length === 1)
  asked.push(ask({ does: 'answer' }))
  await t.rejects(ask({ does: 'answer' }), { message: 'too many pages are waiting' })
  await write('go')
  await Promise.all(asked)
})

t.test('a request that is not answered in time fails as unavailable', async (t) => {
  const { ask } = pool(t, { bounds: { answerMs: 100 } })
  const overdue = { name: 'DocumentReadingUnavailable', message: 'pages take too long now' }
  await Promise.all([
    t.rejects(ask({ does: 'hang' }), overdue, 'who is being served'),
    t.rejects(ask({ does: 'hang' }), overdue, 'who waits'),
  ])
})

t.test('a page that broke down once, and then took all the time there was, cannot be read', async (t) => {
  const { file } = await folder(t)
  const { ask } = pool(t, { bounds: { answerMs: 500 } })
  let warm: unknown
  while (warm === undefined) warm = await ask({ does: 'answer' }).catch(() => undefined)
  t.equal(await ask({ does: 'crash, then hang', diary: file('diary') }), 'unreadable')
})

t.test('who does not wait any more leaves the line', async (t) => {
  const { file, write, diary } = await folder(t)
  const { ask } = pool(t, { bounds: { waitingEach: 1 } })
  const asked = ask({ does: 'wait', until: file('go'), diary: file('diary') })
  await until(() => diary('diary').length === 1)
  const leaving = new AbortController()
  const left = t.rejects(ask({ does: 'crash' }, 'one', leaving), nobody)
  leaving.abort()
  await left
  await t.rejects(ask({ does: 'crash' }, 'one', leaving), nobody)
  const next = ask({ does: 'answer' })
  await write('go')
  t.equal(await next, await asked)
})

t.test('an abandoned page is finished if that is soon', async (t) => {
  const { file, write, diary } = await folder(t)
  const { ask } = pool(t)
  const leaving = new AbortController()
  const left = t.rejects(
    ask({ does: 'wait', until: file('go'), diary: file('diary') }, 'one', leaving),
    nobody,
  )
  await until(() => diary('diary').length === 1)
  leaving.abort()
  await left
  await write('go')
  t.same([await ask({ does: 'answer' })], diary('diary'), 'by the same process')
})

t.test('an abandoned page does not hold its place for long', async (t) => {
  const { file, diary } = await folder(t)
  const { ask, warnings } = pool(t, { bounds: { abandonedMs: 50 } })
  const leaving = new AbortController()
  const left = t.rejects(ask({ does: 'spin', diary: file('diary') }, 'one', leaving), nobody)
  await until(() => diary('diary').length === 1)
  const next = ask({ does: 'answer' })
  leaving.abort()
  await left
  t.type(await next, 'number')
  t.notOk(diary('diary').some(isAlive))
  t.equal(diary('diary').length, 1, 'it is not repeated')
  t.same(warnings, [])
})

t.test('an abandoned request does not keep others from starting a process', async (t) => {
  const { file, diary } = await folder(t)
  const { ask } = pool(t, { bounds: { abandonedMs: 1 } })
  const leaving = new AbortController()
  const left = t.rejects(ask({ does: 'never begin', diary: file('diary') }, 'one', leaving), nobody)
  await until(() => diary('diary').length === 1)
  leaving.abort()
  await left
  t.type(await ask({ does: 'answer' }), 'number')
})
