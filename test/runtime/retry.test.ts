import { backoff, raceAbort, retryUntilAborted, sleep, withTimeout } from '@ecmr/runtime'
import t from 'tap'

const never = new Promise<never>(() => undefined)

t.test('an action is retried until it succeeds, and each failure is reported', async (t) => {
  const errors: unknown[] = []
  let tries = 0
  const action = async (): Promise<number> => {
    if (++tries < 3) throw new Error(`try ${tries}`)
    return tries
  }
  const { signal } = new AbortController()
  const options = { signal, firstDelayMs: 1, onError: (error: unknown) => errors.push(error) }
  t.equal(await retryUntilAborted(action, options), 3)
  t.match(errors, [{ message: 'try 1' }, { message: 'try 2' }])
})

t.test('an aborted signal ends the retries after one try, and the delay between two', async (t) => {
  const stopping = new AbortController()
  let tries = 0
  const action = async (): Promise<never> => {
    tries += 1
    throw new Error('no room')
  }
  const retrying = retryUntilAborted(action, { signal: stopping.signal, firstDelayMs: 60_000 })
  stopping.abort()
  t.equal(await retrying, undefined)
  t.equal(await retryUntilAborted(action, { signal: stopping.signal }), undefined)
  t.equal(tries, 2)
})

t.test('an error that onError throws ends the retries', async (t) => {
  const { signal } = new AbortController()
  const onError = (error: unknown): void => {
    throw error
  }
  await t.rejects(
    retryUntilAborted(() => Promise.reject(new TypeError('ours')), { signal, onError }),
    TypeError,
  )
})

t.test('delays double up to the longest one, and begin anew after a success', async (t) => {
  const delays = backoff({ firstDelayMs: 50, maxDelayMs: 300 })
  t.same(
    [delays.next(), delays.next(), delays.next(), delays.next(), delays.next()],
    [50, 100, 200, 300, 300],
  )
  delays.reset()
  t.equal(delays.next(), 50)
})

t.test('sleeping says whether the signal has aborted', async (t) => {
  t.equal(await sleep(1, new AbortController().signal), true)
  t.equal(await sleep(60_000, AbortSignal.abort()), false)
})

t.test('a result is awaited until a signal aborts', async (t) => {
  const stopping = new AbortController()
  t.equal(await raceAbort(Promise.resolve('result'), stopping.signal), 'result')
  await t.rejects(raceAbort(Promise.reject(new Error('failed')), stopping.signal), { message: 'failed' })
  const racing = raceAbort(never, stopping.signal)
  stopping.abort()
  t.equal(await racing, undefined)
  t.equal(await raceAbort(Promise.reject(new Error('too late')), stopping.signal), undefined)
})

t.test('a result is awaited until the time is over', async (t) => {
  t.equal(await withTimeout(60_000, Promise.resolve('result')), 'result')
  await t.rejects(withTimeout(1, never), { message: 'no answer within 0.001 s' })
  const overdue = withTimeout(1, never, () => new RangeError('overdue'))
  await t.rejects(overdue, new RangeError('overdue'))
})
