import { once } from 'node:events'
import { createServer } from 'node:net'
import { actingFor } from '@ecmr/domain'
import {
  addressGuard,
  planDeliveries,
  type Registered,
  type Resolver,
  registerEndpoint,
} from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { head, note } from './support/events.js'
import { openWorld, secrets, settledAs } from './support/world.js'

const guard = addressGuard([])

/** Hosts that lead, or would lead, into a private network, by what is special about them. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.1', '127.255.255.254', '[::1]', '[0:0:0:0:0:0:0:1]'],
  'decimal, octal and hexadecimal': [
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f000001',
    '0x7f.1',
    '0x7F.0x0.0x0.0x1',
    '3232235777',
    '0xa9fea9fe',
  ],
  'full-width digits': ['１２７.０.０.１', '①②⑦.⓪.⓪.①'],
  unspecified: ['0.0.0.0', '0', '0.1.2.3', '[::]'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.254'],
  'link-local and metadata': [
    '169.254.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '[fe80::1]',
    '[fd00:ec2::254]',
  ],
  'unique local': ['[fc00::1]', '[fdff::1]'],
  multicast: ['224.0.0.1', '239.255.255.250', '[ff02::1]', '[ff0e::1]'],
  'broadcast and reserved': ['255.255.255.255', '240.0.0.1', '192.0.0.1', '198.18.0.1', '192.88.99.1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '[2001:db8::1]', '[3fff::1]'],
  'IPv4 inside IPv6': [
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:0:7f00:1]',
  ],
  'NAT64, 6to4 and Teredo': [
    '[64:ff9b::7f00:1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
  ],
  'site-local and the rest': ['[fec0::1]', '[100::1]', '[5f00::1]', '[4000::1]'],
}

const addresses = Object.entries(forbidden).flatMap(([kind, hosts]) =>
  hosts.map((host) => [kind, host] as const),
)

/** Names that resolve to forbidden addresses, alone or among good ones. */
const names: Readonly<Record<string, readonly string[]>> = {
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'metadata.test': ['169.254.169.254'],
  'private.test': ['10.1.2.3'],
  'mapped.test': ['::ffff:192.168.0.1'],
  'nat64.test': ['64:ff9b::a00:1'],
  'unique-local.test': ['fd12:3456::1'],
  'scoped.test': ['fe80::1%lo'],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
  'zero.test': ['0.0.0.0'],
}

const resolve: Resolver = async (name) => names[name] ?? []

t.test('every kind of forbidden address is refused at registration', async (t) => {
  const world = await openWorld(t)
  t.ok(addresses.length >= 60, `${addresses.length} addresses`)
  for (const [kind, host] of addresses) await refused(t, world, `http://${host}/hooks`, kind)
  for (const name of Object.keys(names)) await refused(t, world, `https://${name}/hooks`, 'a name')
  for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'app.localhost']) {
    const registered = await register(world, `http://${name}/hooks`, { guard })
    t.match(registered, { ok: false, fault: { code: 'forbidden_address' } }, name)
  }
})

t.test(
  'forced into the table, every forbidden address is refused at sending and nothing is connected to',
  async (t) => {
    const world = await openWorld(t)
    const canary = await startCanary(t)
    const hosts = [...addresses.map(([, host]) => host), ...Object.keys(names)]
    const { endpoint } = await world.register('company-a', 'http://127.0.0.1/')
    for (const host of hosts) {
      const url = new URL(`http://${host}:${canary.port}/`).href
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
    const deliveries = await world.eventually(...settledAs('exhausted', hosts.length + 1))
    for (const { log } of deliveries) t.match(log, [{ error: /^forbidden_address/, response_status: null }])
    t.equal(canary.connections(), 0)
  },
)

t.test('a name that changes its address between check and connection is caught', async (t) => {
  const world = await openWorld(t)
  const canary = await startCanary(t)
  let asked = 0
  const rebinding: Resolver = async () => (++asked === 1 ? ['93.184.215.14'] : ['127.0.0.1'])
  const url = `http://rebinding.test:${canary.port}/`
  t.match(await register(world, url, { guard, resolve: rebinding }), { ok: true })
  world.startWorker({ guard, resolve: rebinding, schedule: [0] })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('exhausted'))
  t.match(delivery.log, [{ error: /^forbidden_address/ }])
  t.notMatch(delivery.log[0].error, '127.0.0.1', 'the owner does not learn the address')
  t.equal(canary.connections(), 0)
  t.equal(asked, 2)
})

t.test('what is connected to is what was checked, not what a further look-up would say', async (t) => {
  const world = await openWorld(t)
  const canary = await startCanary(t)
  let asked = 0
  const resolveOnce: Resolver = async () => {
    asked++
    return ['127.0.0.1']
  }
  const exempt = addressGuard(['127.0.0.1/32'])
  const url = `http://receiver.test:${canary.port}/`
  t.match(await register(world, url, { guard: exempt, resolve: resolveOnce }), { ok: true })
  asked = 0
  world.startWorker({ guard: exempt, resolve: resolveOnce, schedule: [0] })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await world.eventually(...settledAs('exhausted'))
  t.equal(asked, 1, 'one look-up for one connection')
  t.equal(canary.connections(), 1)
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
  t.match(await register(world, 'https://not-yet.test/', { guard, resolve }), { ok: true })
})

type World = Awaited<ReturnType<typeof openWorld>>
type Rules = { guard: typeof guard; resolve?: Resolver; httpsOnly?: boolean }

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

async function refused(t: Test, world: World, url: string, kind: string): Promise<void> {
  const registered = await register(world, url, { guard, resolve })
  t.match(registered, { ok: false, fault: { code: 'forbidden_address' } }, `${kind}: ${url}`)
}

/** Listens on loopback and counts who connects; hangs up at once. */
async function startCanary(t: Test) {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, connections: () => connections }
}
