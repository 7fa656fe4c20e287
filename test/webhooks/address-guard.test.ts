import { actingFor } from '@ecmr/domain'
import {
  addressGuard,
  planDeliveries,
  type Registered,
  type Resolver,
  registerEndpoint,
} from '@ecmr/webhooks'
import t from 'tap'
import { startCanary } from './support/canary.js'
import { head, note } from './support/events.js'
import { addresses, names, resolve, tricks } from './support/forbidden.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, secrets, settledAs } from './support/world.js'

const guard = addressGuard([])
const hosts = [...addresses.map(([, host]) => host), ...Object.keys(names)]

t.test('every kind of forbidden address is refused at registration', async (t) => {
  const world = await openWorld(t)
  t.ok(addresses.length >= 60, `${addresses.length} addresses, ${Object.keys(names).length} names`)
  for (const [, host] of addresses) {
    for (const url of [`http://${host}/hooks`, `https://${host}:8443/`]) {
      const registered = await register(world, url, { guard })
      t.match(registered, { ok: false, fault: { code: 'forbidden_address' } }, url)
    }
  }
})

t.test(
  'whether a name exists, and where it leads, is not revealed: not at registration, not by attempts',
  async (t) => {
    const world = await openWorld(t)
    const asked = ['unknown.test', ...Object.keys(names)]
    for (const name of asked) {
      t.match(await register(world, `https://${name}/`, { guard }), { ok: true }, name)
      await world.pool.query(
        `update webhooks.endpoints set company_id = id::text where company_id = 'company-a'`,
      )
    }
    await world.pool.query(`update webhooks.endpoints set company_id = 'company-a'`)
    world.startWorker({ guard, resolve, schedule: [0] })
    await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
    await world.eventually(...settledAs('exhausted', asked.length))
    const { rows } = await world.pool.query(
      `select replace(a.error, split_part(e.url, '/', 3), 'NAME') as error, a.duration_ms from webhooks.attempts a
     join webhooks.deliveries d on d.id = a.delivery_id join webhooks.endpoints e on e.id = d.endpoint_id`,
    )
    t.equal(rows.length, asked.length)
    t.same(
      new Set(rows.map(({ error }) => error)),
      new Set(['no_public_address: NAME has no address, or not only public ones.']),
    )
    t.ok(
      rows.every(({ duration_ms }) => duration_ms >= 499),
      'each only after the time that DNS may take',
    )
  },
)

t.test('a URL that looks as if it led elsewhere is refused for what it is', async (t) => {
  const world = await openWorld(t)
  for (const [url, code] of Object.entries(tricks(9_000))) {
    const registered = await register(world, url, { guard })
    t.match(registered, { ok: false, fault: { pointer: '/url', code } }, JSON.stringify(url))
  }
})

t.test('forced into the table, all of them are refused at sending and nothing is connected to', async (t) => {
  const world = await openWorld(t)
  const canary = await startCanary(t)
  const urls = [...hosts.map((host) => `http://${host}:${canary.port}/`), ...Object.keys(tricks(canary.port))]
  const { endpoint } = await world.register('company-a', 'http://127.0.0.1/')
  for (const url of urls) {
    await world.pool.query(
      `insert into webhooks.endpoints select (e2).* from (
         select jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'url', $2::text)) as e2
         from webhooks.endpoints e where id = $1) as forced`,
      [endpoint.id, url],
    )
  }
  // The secrets are sealed for the endpoint that they were copied from.
  const opening = { ...secrets, open: (sealed: string) => secrets.open(sealed, endpoint.id) }
  world.startWorker({ guard, resolve, schedule: [0], secrets: opening })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const deliveries = await world.eventually(
    `select e.url, (select json_agg(a) from webhooks.attempts a where a.delivery_id = d.id) as log
     from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id
     where (select count(*) from webhooks.deliveries where status = 'exhausted') = $1`,
    [urls.length + 1],
  )
  for (const { url, log } of deliveries) {
    const error = URL.canParse(url) ? /^(forbidden_address|no_public_address): / : /^connection_failed: /
    t.match(log, [{ error, response_status: null }], JSON.stringify(url))
  }
  t.equal(canary.connections(), 0, `${urls.length} URLs, ${canary.connections()} connections to the canary`)
})

t.test('a name is asked for when it is connected to, and what it leads to by then counts', async (t) => {
  const world = await openWorld(t)
  const canary = await startCanary(t)
  let asked = 0
  const rebinding: Resolver = async () => {
    asked++
    return ['127.0.0.1']
  }
  const url = `http://rebinding.test:${canary.port}/`
  t.match(await register(world, url, { guard }), { ok: true })
  world.startWorker({ guard, resolve: rebinding, schedule: [0] })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('exhausted'))
  t.match(delivery.log, [{ error: /^no_public_address/ }])
  t.notMatch(delivery.log[0].error, '127.0.0.1', 'the owner does not learn the address')
  t.equal(canary.connections(), 0, `${canary.connections()} connections to the canary`)
  t.equal(asked, 1)
})

// Exempt is what the receiver of the test listens on; everything else on loopback is forbidden.
const exempt = addressGuard(['127.0.0.1/32'])

t.test('a name that changes its address later is followed there by no new connection', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response, _, nth) =>
    response.writeHead(200, { connection: nth === 1 ? 'keep-alive' : 'close' }).end(),
  )
  let asked = 0
  const changing: Resolver = async () => (++asked === 1 ? ['127.0.0.1'] : ['169.254.169.254'])
  await world.register('company-a', `http://changing.test:${new URL(receiver.url).port}/`)
  world.startWorker({ guard: exempt, resolve: changing, schedule: [0] })
  const send = () => planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await send()
  await world.eventually(...settledAs('delivered', 1))
  await send()
  await world.eventually(...settledAs('delivered', 2))
  t.equal(asked, 1, 'the connection that stands is used again: it leads where it was allowed to')
  await send()
  const deliveries = await world.eventually(...settledAs('exhausted', 1))
  t.match(
    deliveries.find(({ status }) => status === 'exhausted').log,
    [{ error: /^no_public_address/ }],
    'the next connection is checked',
  )
  t.equal(asked, 2)
  t.equal(receiver.received.length, 2)
})

t.test('what is connected to is what was checked, not what a further look-up would say', async (t) => {
  const world = await openWorld(t)
  const canary = await startCanary(t)
  let asked = 0
  const resolveOnce: Resolver = async () => {
    asked++
    return ['127.0.0.1']
  }
  const url = `http://receiver.test:${canary.port}/`
  t.match(await register(world, url, { guard: exempt }), { ok: true })
  world.startWorker({ guard: exempt, resolve: resolveOnce, schedule: [0] })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await world.eventually(...settledAs('exhausted'))
  t.equal(asked, 1, 'one look-up for one connection')
  t.equal(canary.connections(), 1)
})

t.test('no redirect is followed, to wherever it leads', async (t) => {
  const world = await openWorld(t)
  const canary = await startCanary(t)
  const targets = [
    `http://127.0.0.1:${canary.port}/`,
    `//localhost:${canary.port}/`,
    `http://[::1]:${canary.port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ]
  const statuses = [301, 302, 303, 307, 308]
  const receivers = await Promise.all(
    targets.map((location) =>
      startReceiver(t, (response, _, nth) =>
        response.writeHead(statuses[nth - 1] ?? 500, { location, refresh: `0; url=${location}` }).end(),
      ),
    ),
  )
  for (const { url } of receivers) await world.register('company-a', url)
  await planDeliveries(
    world.pool,
    statuses.map(() => note('company-a').event('EcmrCreated')),
  )
  world.startWorker({ schedule: [0] })
  const count = targets.length * statuses.length
  const deliveries = await world.eventually(...settledAs('exhausted', count))
  for (const { log } of deliveries) t.match(log, [{ error: /^redirect: /, response_body: '' }])
  t.same(new Set(deliveries.map(({ log }) => log[0].response_status)), new Set(statuses))
  for (const { received } of receivers) t.equal(received.length, statuses.length)
  t.equal(canary.connections(), 0, `${count} redirects, ${canary.connections()} connections to the canary`)
})

t.test('public addresses are allowed, exempt networks too, and nothing beside them', async (t) => {
  const { refusal } = guard.at(443)
  for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1']) {
    t.equal(refusal(address), undefined, address)
  }
  const exempt = addressGuard(['10.1.0.0/16', 'fd00:1::/32']).at(443)
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5']) {
    t.equal(exempt.refusal(address), undefined, address)
  }
  for (const address of ['10.2.0.1', '127.0.0.1', 'not an address', '']) {
    t.equal(exempt.refusal(address), 'not_public', address)
  }
  t.throws(() => addressGuard(['10.1.0.0']))
})

t.test('a malformed or unfit URL is refused with a reason', async (t) => {
  const world = await openWorld(t)
  const refusals = {
    'not a url': 'invalid_url',
    '/hooks': 'invalid_url',
    'http://': 'invalid_url',
    'http://256.256.256.256/': 'invalid_url',
    'ftp://example.com/': 'invalid_scheme',
    'javascript:alert(1)': 'invalid_scheme',
    'file:///etc/passwd': 'invalid_scheme',
    'https://user@example.com/': 'credentials_in_url',
    'https://user:secret@example.com/': 'credentials_in_url',
    'https://example.com/#part': 'fragment_in_url',
    'https://example.com/#': 'fragment_in_url',
    [`https://example.com/${'x'.repeat(2_048)}`]: 'too_long',
  }
  for (const [url, code] of Object.entries(refusals)) {
    const registered = await register(world, url, { guard })
    t.match(registered, { ok: false, reason: 'invalid_url', fault: { pointer: '/url', code } }, url)
  }
  const http = await register(world, 'http://93.184.215.14/', { guard, httpsOnly: true })
  t.match(http, { ok: false, fault: { code: 'https_required' } })
})

t.test('a name that does not resolve yet can be registered; each attempt checks it anyway', async (t) => {
  const world = await openWorld(t)
  t.match(await register(world, 'https://not-yet.test/', { guard }), { ok: true })
})

type World = Awaited<ReturnType<typeof openWorld>>
type Rules = { guard: typeof guard; httpsOnly?: boolean }

function register(world: World, url: string, rules: Rules): Promise<Registered> {
  const { pool, recordAudit } = world
  const urlRules = { httpsOnly: false, ...rules }
  return registerEndpoint(
    { pool, secrets, recordAudit, urlRules },
    {
      company: actingFor('company-a'),
      url,
      events: ['ecmr.created'],
      followsFrom: head(),
      actor: { kind: 'api_key', id: 'k', name: 'test' },
    },
  )
}
