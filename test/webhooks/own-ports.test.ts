import { actingFor } from '@ecmr/domain'
import {
  type AddressGuard,
  addressGuard,
  planDeliveries,
  type Resolver,
  registerEndpoint,
} from '@ecmr/webhooks'
import t from 'tap'
import { startCanary } from './support/canary.js'
import { head, note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, secrets, settledAs } from './support/world.js'

const LOOPBACK = ['127.0.0.0/8', '::1/128']
const names: Readonly<Record<string, readonly string[]>> = {
  'own.test': ['127.0.0.1'],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
  'public.test': ['93.184.215.14'],
}
const resolve: Resolver = async (name) => names[name] ?? []

/** Every way to say loopback: as an address, and as a name. */
const addresses = ['127.0.0.1', '127.1', '0x7f000001', '[::1]', '[::ffff:127.0.0.1]', 'localhost']
const hosts = [...addresses, 'own.test', 'mixed.test']

t.test('where loopback is exempted, our own ports are refused at registration, and others not', async (t) => {
  const world = await openWorld(t)
  const guard = addressGuard(LOOPBACK, [5432, 80, 443])
  for (const host of addresses) {
    for (const url of [
      `http://${host}:5432/`,
      `http://${host}/`,
      `https://${host}/`,
      `https://${host}:0080/`,
    ]) {
      t.match(
        await register(world, url, guard),
        {
          ok: false,
          fault: { pointer: '/url', code: 'forbidden_address', message: /belongs to this service/ },
        },
        url,
      )
    }
    t.match(await register(world, `http://${host}:9000/`, guard), { ok: true }, `${host}, another port`)
    await world.pool.query('delete from webhooks.endpoints')
  }
  t.match(await register(world, 'http://public.test:5432/', guard), { ok: true }, 'a public address')
})

t.test('for addresses that are forbidden anyway it is not revealed whether a port is ours', async (t) => {
  const world = await openWorld(t)
  const guard = addressGuard(LOOPBACK, [5432])
  const [own, other] = [
    await register(world, 'http://10.0.0.1:5432/', guard),
    await register(world, 'http://10.0.0.1:5433/', guard),
  ]
  t.match(own, { ok: false, fault: { message: /public internet addresses only/ } })
  t.same(own, other)
})

t.test('forced into the table, our own ports are refused at sending: nothing is connected to', async (t) => {
  const world = await openWorld(t)
  const [own, receiver] = [await startCanary(t), await startReceiver(t)]
  const guard = addressGuard(LOOPBACK, [own.port])
  for (const host of hosts) await world.register('company-a', `http://${host}:9000/`)
  await world.pool.query(`update webhooks.endpoints set url = replace(url, ':9000', $1)`, [`:${own.port}`])
  await world.register('company-a', receiver.url)
  world.startWorker({ guard, resolve, schedule: [0] })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const deliveries = await world.eventually(...settledAs('exhausted', hosts.length))
  const refused = deliveries.filter(({ status }) => status === 'exhausted')
  t.equal(refused.length, hosts.length)
  for (const { log } of refused) t.match(log, [{ error: /^(forbidden_address|no_public_address): / }])
  const told = refused.filter(({ log }) => /belongs to this service/.test(log[0].error))
  t.equal(told.length, addresses.length, 'and says why, unless that would reveal a name')
  await receiver.count(1)
  t.equal(own.connections(), 0, `${hosts.length} attempts, ${own.connections()} connections`)
})

t.test('the rules of one port do not rub off on another one of the same host', async (t) => {
  const world = await openWorld(t)
  const [own, receiver] = [await startCanary(t), await startReceiver(t)]
  const { port } = new URL(receiver.url)
  const guard = addressGuard(LOOPBACK, [own.port])
  await world.register('company-a', `http://own.test:${port}/`)
  const { endpoint } = await world.register('company-a', 'http://own.test:9000/')
  await world.pool.query('update webhooks.endpoints set url = $1 where id = $2', [
    `http://own.test:${own.port}/`,
    endpoint.id,
  ])
  world.startWorker({ guard, resolve, schedule: [0, 1, 1] })
  const one = note('company-a')
  await planDeliveries(world.pool, [one.event('EcmrCreated'), one.event('EcmrSigned')])
  await receiver.count(2)
  await world.eventually(...settledAs('exhausted', 2))
  t.equal(own.connections(), 0)
})

type World = Awaited<ReturnType<typeof openWorld>>

function register({ pool, recordAudit }: World, url: string, guard: AddressGuard) {
  return registerEndpoint(
    { pool, secrets, recordAudit, urlRules: { guard, httpsOnly: false } },
    {
      company: actingFor('company-a'),
      url,
      events: ['ecmr.created'],
      followsFrom: head(),
      actor: { kind: 'api_key', id: 'k', name: 'test' },
    },
  )
}
