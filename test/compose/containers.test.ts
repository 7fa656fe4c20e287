import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { parse } from 'yaml'
import { composeFile, ROOT } from './compose-file.js'

const compose = composeFile({ SITE_URL: 'https://notes.example.com' })
const { services } = compose

/** They end when they have done their work. */
const ONE_SHOT = ['ecmr', 'prepare-volumes']

/** Who keeps what must outlive its container, and where its image does. */
const STATE: Record<string, string> = {
  api: '/var/lib/ecmr/objects',
  eventstoredb: '/var/lib/eventstore',
  nats: '/data',
  alertmanager: '/data',
  postgres: '/var/lib/postgresql',
  prometheus: '/data',
  proxy: '/data',
}

function mountsOf(name: string): readonly { readonly source: string; readonly target: string }[] {
  return (services[name]?.volumes ?? []).map((mount) => {
    if (typeof mount !== 'string') return mount
    const [source = '', target = ''] = mount.split(':')
    return { source, target }
  })
}

for (const [name, service] of Object.entries(services))
  t.test(`${name} is confined, watched, and waits for services that there are`, async (t) => {
    t.match(service.image, /^[a-z/-]+:v?\d+\.\d+/, 'a stated version')
    t.strictSame(service.cap_drop, ['ALL'])
    t.strictSame(service.security_opt, ['no-new-privileges:true'])
    t.match(service.deploy.resources.limits, { cpus: /^\d/, memory: /^\d+[MG]$/, pids: Number })
    t.match(service.logging.options, { 'max-size': /^\d+m$/, 'max-file': /^\d+$/ })
    if (name !== 'eventstoredb') t.ok(service.read_only)
    if (name !== 'prepare-volumes') t.match(service.user, /^[1-9]\d*:[1-9]\d*$/)

    const isOneShot = ONE_SHOT.includes(name)
    t.equal(service.restart, isOneShot ? 'no' : 'unless-stopped')
    if (!isOneShot) t.ok(service.healthcheck?.test, 'a health check')
    for (const [other, { condition }] of Object.entries(service.depends_on)) {
      const expected = ONE_SHOT.includes(other) ? 'service_completed_successfully' : 'service_healthy'
      t.ok(services[other], other)
      t.equal(condition, expected, other)
    }
  })

/** What watches the service, for the machine that it runs on. */
const WATCHING = ['prometheus', 'alertmanager', 'grafana']

const namesOf = (those: readonly (readonly [string, unknown])[]) => those.map(([name]) => name)

t.test('root has no network, and only the proxy can be reached from outside', async (t) => {
  t.match(services['prepare-volumes'], { user: '0:0', network_mode: 'none', restart: 'no' })
  const published = Object.entries(services).filter(([, { ports }]) => ports.length > 0)
  t.strictSame(namesOf(published), ['proxy', ...WATCHING])
  for (const name of WATCHING)
    for (const port of services[name]?.ports ?? []) t.match(port, /^127\.0\.0\.1:(\d+):\1$/, name)
  // The network outside has no IPv6: what came in by it would have the gateway's address, and customers' the same one.
  for (const port of services.proxy?.ports ?? []) t.match(port, /^0\.0\.0\.0:\d+:\d+(\/udp)?$/)
  const waitsFor = Object.keys(services.proxy?.depends_on ?? {})
  t.strictSame(waitsFor, ['prepare-volumes'], 'it stays when the services behind it are replaced')
})

t.test('the addition for IPv6 publishes the same ports, on a network that has it', async (t) => {
  const Addition = Type.Object({
    services: Type.Object({ proxy: Type.Object({ ports: Type.Array(Type.String()) }) }),
    networks: Type.Object({ outside: Type.Object({ enable_ipv6: Type.Literal(true) }) }),
  })
  const text = await readFile(join(ROOT, 'infra/containers/ipv6.yml'), 'utf8')
  const { ports } = Value.Parse(Addition, parse(text)).services.proxy
  t.strictSame(
    ports.map((port) => port.replace('[::]', '0.0.0.0')),
    services.proxy?.ports,
  )
})

t.test('those that call others on the internet have a way to it, and no one else', async (t) => {
  const open = Object.entries(compose.networks).filter(([, { internal }]) => !internal)
  t.strictSame(namesOf(open), ['outside', 'watch'])
  const outside = Object.entries(services).filter(([, { networks }]) => networks.includes('outside'))
  t.strictSame(namesOf(outside), ['proxy', 'api', 'panel', 'mcp', 'relay', 'notifier'])
})

t.test(
  'what watches the service starts when it is asked for, and reaches no more than it looks at',
  async (t) => {
    for (const name of WATCHING) t.strictSame(services[name]?.profiles, ['observability'], name)
    const watching = Object.entries(services).filter(([, { networks }]) => networks.includes('watch'))
    t.strictSame(namesOf(watching), WATCHING)
    const [prometheus, ...others] = WATCHING.map((name) => services[name]?.networks)
    t.strictSame(prometheus, ['database', 'watch'])
    for (const networks of others) t.strictSame(networks, ['watch'])
    const text = await readFile(join(ROOT, 'infra/observability/prometheus.yml'), 'utf8')
    for (const [, name = '', port] of text.matchAll(/names: \[([a-z]+)\], type: A, port: (\d+)/g)) {
      t.ok(services[name]?.networks.includes('database'), name)
      t.ok(
        services[name]?.healthcheck?.test?.join(' ').includes(`:${Number(port) - 1_000}/`),
        `${name}: ${port}`,
      )
    }
    t.strictSame(services.grafana?.secrets, ['grafana_password'], 'no password that others know')
  },
)

t.test('what must outlive a container is in a volume', async (t) => {
  for (const [name, target] of Object.entries(STATE)) {
    const volume = mountsOf(name).find((mount) => mount.target === target)?.source ?? ''
    t.hasProp(compose.volumes, volume, name)
  }
})

t.test('everything that is named is there, and whatever is there is used', async (t) => {
  const all = Object.values(services)
  const used = {
    secrets: all.flatMap(({ secrets }) => secrets),
    configs: all.flatMap(({ configs }) => configs.map(({ source }) => source)),
    networks: all.flatMap(({ networks }) => networks),
    volumes: Object.keys(services).flatMap((name) => mountsOf(name).map(({ source }) => source)),
  }
  for (const kind of ['secrets', 'configs', 'networks', 'volumes'] as const)
    t.strictSame(new Set(used[kind]), new Set(Object.keys(compose[kind])), kind)
  for (const { file } of Object.values(compose.configs)) await t.resolves(access(join(ROOT, file)), file)
})
