import { countRequest, type RateLimit, requestsPerMinute } from '@ecmr/web'
import { fastify } from 'fastify'
import t from 'tap'

const KEYS_REMEMBERED = 10_000

/** Asks a limit as requests do, each with a key of its own. */
function asked(limit: RateLimit | readonly RateLimit[], options?: { readonly count: number }) {
  const app = fastify()
  t.teardown(() => app.close())
  app.get('/', async (request) =>
    typeof limit === 'function' ? limit(request, options) : countRequest(request, limit),
  )
  return async (key = 'one') => (await app.inject({ url: '/', headers: { 'x-key': key } })).json()
}

const keyGenerator = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string =>
  `${headers['x-key']}`

t.test('a limit counts the requests of each key within a minute', async (t) => {
  const ask = asked(requestsPerMinute({ max: 2, keyGenerator }))
  t.same(await ask(), { max: 2, remaining: 1, ttlInSeconds: 60, isExceeded: false })
  t.match(await ask(), { remaining: 0, isExceeded: false })
  t.match(await ask(), { remaining: 0, isExceeded: true })
  t.match(await ask('other'), { remaining: 1, isExceeded: false })
})

t.test('a minute is never longer than sixty seconds', async (t) => {
  const ask = asked(requestsPerMinute({ max: 2, keyGenerator }))
  let now = 0
  const real = performance.now
  performance.now = () => now
  t.teardown(() => {
    performance.now = real
  })
  const minutes = new Set<number>()
  for (let nth = 0; nth < 200; nth++) {
    // A double rounds the sum of a minute and most of these, upwards for one in four.
    now = 80_000 + nth / 7
    minutes.add((await ask(`${nth}`)).ttlInSeconds)
  }
  t.strictSame([...minutes], [60])
})

t.test('a limit can be looked at without counting', async (t) => {
  const limit = requestsPerMinute({ max: 1, keyGenerator })
  const look = asked(limit, { count: 0 })
  t.match(await look(), { remaining: 1, isExceeded: false })
  await asked(limit)()
  t.match(await look(), { remaining: 0, isExceeded: false })
  t.match(await look(), { remaining: 0, isExceeded: false })
})

t.test('without a key of its own a limit counts networks', async (t) => {
  const ask = asked(requestsPerMinute({ max: 1 }))
  await ask('one')
  t.match(await ask('other'), { isExceeded: true })
})

t.test('what one limit rejects uses up nothing of the next', async (t) => {
  const [few, many] = [
    requestsPerMinute({ max: 1, keyGenerator }),
    requestsPerMinute({ max: 5, keyGenerator }),
  ]
  const ask = asked([few, many])
  t.match(await ask(), { max: 1, remaining: 0 })
  t.match(await ask(), { max: 1, isExceeded: true })
  t.match(await asked(many, { count: 0 })(), { remaining: 4 })
})

t.test('a limit remembers a bounded number of keys', async (t) => {
  let key = 0
  const limit = requestsPerMinute({ max: 1, keyGenerator: () => `${key}` })
  const app = fastify()
  t.teardown(() => app.close())
  app.get('/first', async (request) => {
    key = 0
    return limit(request)
  })
  app.get('/others', async (request) => {
    for (key = 1; key <= KEYS_REMEMBERED; key++) limit(request)
    return {}
  })
  await app.inject('/first')
  t.match((await app.inject('/first')).json(), { isExceeded: true })
  await app.inject('/others')
  t.match((await app.inject('/first')).json(), { isExceeded: false })
})
