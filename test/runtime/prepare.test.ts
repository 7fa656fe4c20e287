import { prepare, StartFault } from '@ecmr/runtime'
import t from 'tap'

t.test('what has to be done is tried until it succeeds', async (t) => {
  let tries = 0
  const preparation = prepare({
    what: 'The tables',
    async action() {
      if (++tries < 3) throw new Error(`try ${tries} failed`)
    },
    signal: new AbortController().signal,
  })
  t.equal(preparation.problem(), 'The tables are being prepared.')
  await t.rejects(preparation.check(), { message: 'The tables are being prepared.' })
  t.equal(await preparation.done, true)
  t.equal(tries, 3)
  t.equal(preparation.problem(), undefined)
  await t.resolves(preparation.check())
})

t.test('waiting for the first attempt returns its outcome', async (t) => {
  const stopping = new AbortController()
  const failing = prepare({
    what: 'The tables',
    action: () => Promise.reject(new Error('no room')),
    signal: stopping.signal,
  })
  await failing.tried
  t.equal(failing.problem(), 'The tables cannot be prepared: no room.')
  stopping.abort()
  const done = prepare({ what: 'The tables', action: async () => undefined, signal: stopping.signal })
  await done.tried
  t.equal(done.problem(), undefined)
})

t.test('it says why it is not done, and gives up when the process stops', async (t) => {
  const stopping = new AbortController()
  const preparation = prepare({
    what: 'The tables',
    async action() {
      setImmediate(() => stopping.abort())
      throw new Error('no room')
    },
    signal: stopping.signal,
  })
  t.equal(await preparation.done, false)
  t.equal(preparation.problem(), 'The tables cannot be prepared: no room.')
})

t.test('what only an operator can put right is not tried again', async (t) => {
  let tries = 0
  const preparation = prepare({
    what: 'The tables',
    async action() {
      tries += 1
      throw new StartFault('They are newer than this release.')
    },
    signal: new AbortController().signal,
  })
  await t.rejects(preparation.done, { message: 'They are newer than this release.' })
  t.equal(tries, 1)
  t.equal(preparation.problem(), 'They are newer than this release.')
})
