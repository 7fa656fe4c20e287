import { addressGuard, type Registered, type Resolver, registerEndpoint } from '@ecmr/webhooks'
import t from 'tap'
import { startCanary } from './support/canary.js'
import { head, note } from './support/events.js'
import { addresses, names, resolve, tricks } from './support/forbidden.js'
import { startProgram } from './support/fork.js'
import { startReceiver } from './support/receiver.js'
import { a, actor, openWorld, type World } from './support/world.js'

const LOOPBACK = ['127.0.0.0/8', '::1/128']
const guard = addressGuard([])
/** Exempt is what the receivers of tests listen on; everything else on loopback is forbidden. */
const exempt = addressGuard(['127.0.0.1/32'])

function register({ context }: World, url: string, urlRules: { guard: typeof guard; httpsOnly?: boolean }) {
  return registerEndpoint(
    { ...context, urlRules: { httpsOnly: false, ...urlRules } },
    { company: a, url, events: ['ecmr.created'], followsFrom: head(), actor },
  )
}

/** A resolver that answers each question with the next of these addresses, and counts the questions. */
function resolverOf(...answers: readonly string[]) {
  const questions: string[] = []
  const resolve: Resolver = async (name) => [answers[questions.push(name) - 1] ?? answers.at(-1) ?? '']
  return { resolve, questions }
}

t.test('what is refused at registration, and why', async (t) => {
  const world = await openWorld(t)
  const refused = async (url: string, fault: object, rules: { guard: typeof guard; httpsOnly?: boolean }) => {
    const registered: Registered = await register(world, url, rules)
    t.match(
      registered,
      { ok: false, reason: 'invalid_url', fault: { pointer: '/url', ...fault } },
      JSON.stringify(url),
    )
  }

  await t.test('every kind of forbidden address', async (t) => {
    t.ok(addresses.length >= 60, `${addresses.length} addresses, ${Object.keys(names).length} names`)
    for (const [, host] of addresses)
      for (const url of [`http://${host}/hooks`, `https://${host}:8443/`])
        await refused(url, { code: 'forbidden_address' }, { guard })
  })

  await t.test('a URL that looks as if it led elsewhere, and one that is malformed or unfit', async () => {
    const refusals = {
      ...tricks(9_000),
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
    for (const [url, code] of Object.entries(refusals)) await refused(url, { code }, { guard })
    await refused('http://93.184.215.14/', { code: 'https_required' }, { guard, httpsOnly: true })
  })

  await t.test('where loopback is exempted, our own ports; others are not', async (t) => {
    const own = { guard: addressGuard(LOOPBACK, [5432, 80, 443]) }
    const belongs = { code: 'forbidden_address', message: /belongs to this service/ }
    for (const host of ['127.0.0.1', '127.1', '0x7f000001', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
      for (const url of [
        `http://${host}:5432/`,
        `http://${host}/`,
        `https://${host}/`,
        `https://${host}:0080/`,
      ])
        await refused(url, belongs, own)
      t.match(await register(world, `http://${host}:9000/`, own), { ok: true }, `${host}, another port`)
    }
    t.match(await register(world, 'http://public.test:5432/', own), { ok: true }, 'a public address')
    const ports = ['5432', '5433'].map((port) => register(world, `http://10.0.0.1:${port}/`, own))
    const [ours, other] = await Promise.all(ports)
    t.match(ours, { ok: false, fault: { message: /public internet addresses only/ } })
    t.same(ours, other, 'of addresses that are forbidden anyway it is not revealed whether a port is ours')
  })
})

t.test('public addresses are allowed, exempt networks too, and nothing else', async (t) => {
  const { refusal } = guard.at(443)
  for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])
    t.equal(refusal(address), undefined, address)
  const exempt = addressGuard(['10.1.0.0/16', 'fd00:1::/32']).at(443)
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5'])
    t.equal(exempt.refusal(address), undefined)
  for (const address of ['10.2.0.1', '127.0.0.1', 'not an address', ''])
    t.equal(exempt.refusal(address), 'not_public', address)
  t.throws(() => addressGuard(['10.1.0.0']))
})

t.test('neither registration nor attempts reveal whether a name exists and where it leads', async (t) => {
  const world = await openWorld(t)
  const questions = ['unknown.test', ...Object.keys(names)]
  for (const name of questions) {
    t.match(await register(world, `https://${name}/`, { guard }), { ok: true }, name)
    await world.pool.query(
      `update webhooks.endpoints set company_id = id::text where company_id = 'company-a'`,
    )
  }
  await world.pool.query(`update webhooks.endpoints set company_id = 'company-a'`)
  world.startWorker({ guard, resolve, schedule: [0] })
  await world.create()
  await world.settled('exhausted', questions.length)
  const attempts = await world.rows(
    `select replace(a.error, split_part(e.url, '/', 3), 'NAME') as error, a.duration_ms from webhooks.attempts a
     join webhooks.deliveries d on d.id = a.delivery_id join webhooks.endpoints e on e.id = d.endpoint_id`,
  )
  t.equal(attempts.length, questions.length)
  t.same(
    [...new Set(attempts.map(({ error }) => error))],
    ['no_public_address: NAME has no address, or not only public ones.'],
  )
  t.ok(
    attempts.every(({ duration_ms }) => duration_ms >= 499),
    'each only after the time that DNS may take',
  )
})

t.test('forced into the table, all of them are refused at sending and nothing is connected to', async (t) => {
  const world = await openWorld(t)
  const canary = await startCanary(t)
  const hosts = [...addresses.map(([, host]) => host), ...Object.keys(names)]
  const urls = [...hosts.map((host) => `http://${host}:${canary.port}/`), ...Object.keys(tricks(canary.port))]
  const { endpoint } = await world.register('company-a', 'http://127.0.0.1/')
  await world.pool.query(
    `insert into webhooks.endpoints select (e2).* from (
       select jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'url', forced.url)) as e2
       from webhooks.endpoints e cross join unnest($2::text[]) as forced (url) where id = $1) as forced`,
    [endpoint.id, urls],
  )
  // The secrets are sealed for the endpoint that they were copied from.
  const { secrets } = world.context
  const opening = { ...secrets, open: (sealed: string) => secrets.open(sealed, endpoint.id) }
  world.startWorker({ guard, resolve, schedule: [0], secrets: opening })
  await world.create()
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

t.test('our own ports are refused at sending too, also behind a name', async (t) => {
  const world = await openWorld(t)
  const [own, receiver] = [await startCanary(t), await startReceiver(t)]
  const guard = addressGuard(LOOPBACK, [own.port])
  const owned: Readonly<Record<string, readonly string[]>> = {
    'own.test': ['127.0.0.1'],
    'mixed.test': ['93.184.215.14', '127.0.0.1'],
  }
  const resolve: Resolver = async (name) => owned[name] ?? []
  const hosts = [
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    ...Object.keys(owned),
  ]
  for (const host of hosts) await world.register('company-a', `http://${host}:9000/`)
  await world.pool.query(`update webhooks.endpoints set url = replace(url, ':9000', $1)`, [`:${own.port}`])
  // What is allowed at one port of a host is not allowed at another one.
  await world.register('company-a', `http://own.test:${new URL(receiver.url).port}/`)
  world.startWorker({ guard, resolve, schedule: [0] })
  await world.plan(...note().events('EcmrCreated', 'EcmrSigned'))
  const deliveries = await world.settled('exhausted', 2 * hosts.length)
  const refused = deliveries.filter(({ status }) => status === 'exhausted')
  t.equal(refused.length, 2 * hosts.length)
  for (const { log } of refused) t.match(log, [{ error: /^(forbidden_address|no_public_address): / }])
  const explained = refused.filter(({ log }) => /belongs to this service/.test(log[0].error))
  t.equal(explained.length, 2 * 6, 'and says why, unless that would reveal a name')
  await receiver.count(2)
  t.equal(own.connections(), 0, `${refused.length} attempts, ${own.connections()} connections`)
})

t.test('a name is resolved when it is connected to, and what it leads to by then counts', async (t) => {
  const world = await openWorld(t)
  const canary = await startCanary(t)
  const { resolve, questions } = resolverOf('127.0.0.1')
  t.match(await register(world, `http://rebinding.test:${canary.port}/`, { guard }), { ok: true })
  world.startWorker({ guard, resolve, schedule: [0] })
  await world.create()
  const [delivery] = await world.settled('exhausted')
  t.match(delivery.log, [{ error: /^no_public_address/ }])
  t.notMatch(delivery.log[0].error, '127.0.0.1', 'the owner does not learn the address')
  t.equal(canary.connections(), 0, `${canary.connections()} connections to the canary`)
  t.equal(questions.length, 1)
})

t.test('a name that changes its address later is followed there by no new connection', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response, _, nth) =>
    response.writeHead(200, { connection: nth === 1 ? 'keep-alive' : 'close' }).end(),
  )
  const { resolve, questions } = resolverOf('127.0.0.1', '169.254.169.254')
  await world.register('company-a', `http://changing.test:${new URL(receiver.url).port}/`)
  world.startWorker({ guard: exempt, resolve, schedule: [0] })
  await world.create()
  await world.settled('delivered', 1)
  await world.create()
  await world.settled('delivered', 2)
  t.equal(questions.length, 1, 'the connection that stands is used again: it leads where it was allowed to')
  await world.create()
  const deliveries = await world.settled('exhausted', 1)
  const { log } = deliveries.find(({ status }) => status === 'exhausted')
  t.match(log, [{ error: /^no_public_address/ }], 'the next connection is checked')
  t.equal(questions.length, 2)
  t.equal(receiver.received.length, 2)
})

t.test('what is connected to is what was checked, not what a further look-up would say', async (t) => {
  const world = await openWorld(t)
  const canary = await startCanary(t)
  const { resolve, questions } = resolverOf('127.0.0.1')
  t.match(await register(world, `http://receiver.test:${canary.port}/`, { guard: exempt }), { ok: true })
  world.startWorker({ guard: exempt, resolve, schedule: [0] })
  await world.create()
  await world.settled('exhausted')
  t.equal(questions.length, 1, 'one look-up for one connection')
  t.equal(canary.connections(), 1)
})

t.test('no redirect is followed, wherever it leads', async (t) => {
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
  await world.create(statuses.length)
  world.startWorker({ schedule: [0] })
  const deliveries = await world.settled('exhausted', targets.length * statuses.length)
  for (const { log } of deliveries) t.match(log, [{ error: /^redirect: /, response_body: '' }])
  t.same(new Set(deliveries.map(({ log }) => log[0].response_status)), new Set(statuses))
  for (const { received } of receivers) t.equal(received.length, statuses.length)
  t.equal(canary.connections(), 0, `${deliveries.length} redirects, ${canary.connections()} to the canary`)
})

t.test('the environment’s proxies are not used', async (t) => {
  const world = await openWorld(t)
  const [canary, receiver] = [await startCanary(t), await startReceiver(t)]
  const proxies = ['http_proxy', 'https_proxy', 'all_proxy', 'npm_config_proxy', 'npm_config_https_proxy']
    .flatMap((name) => [name, name.toUpperCase()])
    .map((name) => [name, `http://127.0.0.1:${canary.port}`])
  await world.register('company-a', receiver.url)
  await world.register('company-a', 'https://93.184.215.14.invalid/')
  await world.create()
  const env = { ...Object.fromEntries(proxies), NODE_USE_ENV_PROXY: '1', NO_PROXY: '' }
  startProgram(t, 'worker-process', [world.url], env)
  await receiver.count(1)
  await world.eventually(`select where not exists (select from webhooks.deliveries where status = 'pending')`)
  t.equal(
    canary.connections(),
    0,
    `${proxies.length} variables, ${canary.connections()} connections to the proxy`,
  )
})
