import { execFileSync } from 'node:child_process'
import { access, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ASSISTANTS_ROLE } from '@ecmr/accounts/oauth'
import { DOCUMENTS_ROLE } from '@ecmr/document-links'
import { type Config, fileVariable, isSecret, parseConfig, SETTINGS } from '@ecmr/runtime'
import t, { type Test } from 'tap'
import { withoutNatsServer } from '../support/nats-server.js'
import { type ComposeService, composeFile, ours, ROOT } from './compose-file.js'

const SITE_URL = 'https://notes.example.com'
const { services, volumes } = composeFile({ SITE_URL })
const STOP_WITHIN_S = 20

const NAMES = Object.entries(SETTINGS.properties).flatMap(([name, schema]) =>
  isSecret(schema) ? [name, fileVariable(name)] : [name],
)

/** Where the secrets are, made as the README says, and how to make them once more. */
async function madeSecrets(t: Test): Promise<{ readonly dir: string; again(): void }> {
  const dir = t.testdir()
  const script = join(dir, 'create-secrets.sh')
  await cp(join(ROOT, 'infra/containers/create-secrets.sh'), script)
  const again = (): void => void execFileSync(script)
  again()
  return { dir: join(dir, 'secrets'), again }
}

const SEALING_NOTHING = new Set([services.mcp, services.documents])

/** The settings of a service, with its secrets read from elsewhere. */
function configOf(service: ComposeService, secrets: string): Config {
  const { environment } = service
  const elsewhere = (value: unknown): string => String(value).replace('/run/secrets', secrets)
  const env = Object.entries(environment).map(([name, value]) => [name, elsewhere(value)])
  return parseConfig(Object.fromEntries(env), { port: 8080, sealsNothing: SEALING_NOTHING.has(service) })
}

/** Our program that a container runs, such as `services/api`. */
function programOf({ entrypoint = [], command = [] }: ComposeService): string | undefined {
  return /^node (services\/[a-z-]+)\/dist\/main\.js/.exec([...entrypoint, ...command].join(' '))?.[1]
}

t.test('every process of the production shape is there, those that can be in two', async (t) => {
  const replicas = ours(services).map(([name, { deploy }]) => [name, deploy.replicas])
  const twice = { api: 2, panel: 2, mcp: 2, documents: 2, projector: 2, relay: 2, notifier: 2 }
  t.strictSame(Object.fromEntries(replicas), { ...twice, reader: 1, ecmr: 1 })
})

t.test('the public origin must be given', async (t) => {
  t.throws(() => composeFile({}), { message: /^SITE_URL: set it to the public origin/ })
})

for (const [name, service] of ours(services))
  t.test(`${name} gets what it needs, and nothing else`, async (t) => {
    const unknown = Object.keys(service.environment).filter((variable) => !NAMES.includes(variable))
    t.strictSame(unknown, [], 'only our settings')
    const config = configOf(service, (await madeSecrets(t)).dir)
    t.strictSame(config.warnings, [])
    if (name !== 'reader')
      t.match(config, { host: '0.0.0.0', siteUrl: SITE_URL, webhooks: { allowedNetworks: [] } })

    const read = Object.values(service.environment).flatMap((value) => {
      const [, secret] = /^\/run\/secrets\/(.+)$/.exec(String(value)) ?? []
      return secret ? [secret] : []
    })
    t.strictSame(new Set(service.secrets), new Set(read), 'only the secrets that it reads')

    for (const other of Object.keys(service.depends_on)) {
      if (services[other]?.network_mode === 'none') continue
      const shared = services[other]?.networks.filter((network) => service.networks.includes(network))
      t.not(shared?.length ?? 0, 0, `a network with ${other}`)
    }
    const program = programOf(service)
    t.ok(program, 'one of our programs')
    await t.resolves(access(join(ROOT, program ?? '', 'main.ts')))
    const grace = Number.parseInt(service.stop_grace_period ?? '10s', 10)
    t.ok(grace > STOP_WITHIN_S, 'more time to stop than it takes')
  })

t.test('the addresses of the stores are those of containers', async (t) => {
  const { dir: secrets } = await madeSecrets(t)
  for (const [name, service] of ours(services)) {
    if (name === 'reader') continue
    const { databaseUrl = '', eventStore, natsServers = [] } = configOf(service, secrets)
    t.equal(new URL(databaseUrl).host, 'postgres:5432', name)
    if (name === 'mcp' || name === 'documents') continue
    t.match(eventStore, { kind: 'eventstoredb', url: /^esdb:\/\/eventstoredb:2113\?tls=false$/ }, name)
    t.strictSame(
      natsServers.map((url) => new URL(url).host),
      ['nats:4222'],
      name,
    )
  }
  t.hasProps(services, ['postgres', 'eventstoredb', 'nats'])
})

t.test('the secrets of both sides agree, and stay when they exist', async (t) => {
  const { dir, again } = await madeSecrets(t)
  const content = (name: string): Promise<string> => readFile(join(dir, name), 'utf8')
  const before = await content('database_url')
  t.equal(new URL(before).password, (await content('database_password')).trim())
  for (const name of ['mcp', 'documents']) {
    const { password } = new URL(await content(`${name}_database_url`))
    t.equal(password, (await content(`${name}_database_password`)).trim())
    t.not(password, new URL(before).password)
  }
  t.ok((await content('nats_users')).includes(`"${new URL(await content('nats_url')).password}"`))
  again()
  t.equal(await content('database_url'), before)
})

t.test('a process is asked at its own port whether it is ready', async (t) => {
  for (const [name, service] of ours(services)) {
    if (name === 'ecmr' || name === 'reader') continue
    const main = await readFile(join(ROOT, programOf(service) ?? '', 'main.ts'), 'utf8')
    const [, port = 'no port'] = /\bport: (\d+)/.exec(main) ?? []
    const check = service.healthcheck?.test?.join(' ') ?? ''
    t.ok(check.includes(`http://127.0.0.1:${port}/readyz`), `${name}: ${check}`)
    t.notOk('PORT' in service.environment, name)
  }
})

t.test('the MCP service has a user of its own in PostgreSQL, and little else to lose', async (t) => {
  const { mcp, postgres, proxy } = services
  if (mcp === undefined) throw new Error('there is no mcp')
  t.strictSame(mcp.secrets, ['mcp_database_url', 'gemini_api_key'])
  t.strictSame(mcp.networks, ['front', 'database', 'outside'])
  const config = configOf(mcp, (await madeSecrets(t)).dir)
  t.equal(new URL(config.databaseUrl ?? '').username, ASSISTANTS_ROLE)
  t.match(config, {
    natsServers: undefined,
    eventStoreDbUrl: undefined,
    mcp: { allowedOrigins: [], clientDocuments: true },
  })
  const given = composeFile({ SITE_URL, MCP_ALLOWED_ORIGINS: 'https://a.example' }).services.mcp
  t.equal(given?.environment.MCP_ALLOWED_ORIGINS, 'https://a.example')

  const sql = await readFile(join(ROOT, 'infra/containers/postgres/create-database.sql'), 'utf8')
  t.match(sql, `create role ${ASSISTANTS_ROLE} login password :'mcp_password';`)
  for (const [, secret = ''] of sql.matchAll(/`cat \/run\/secrets\/(\w+)`/g))
    t.ok(postgres?.secrets.includes(secret), secret)
  t.notOk(proxy?.depends_on.mcp, 'the site is there without it')
})

t.test('the service of documents has a user of its own, too, and may only read the files', async (t) => {
  const { documents, api, panel, ecmr, postgres, proxy } = services
  if (documents === undefined) throw new Error('there is none')
  t.strictSame(documents.secrets, ['documents_database_url'])
  t.strictSame(documents.networks, ['front', 'database'])
  const { databaseUrl = '', storage } = configOf(documents, (await madeSecrets(t)).dir)
  t.equal(new URL(databaseUrl).username, DOCUMENTS_ROLE)
  const sql = await readFile(join(ROOT, 'infra/containers/postgres/create-database.sql'), 'utf8')
  t.match(sql, `create role ${DOCUMENTS_ROLE} login password :'documents_password';`)
  t.ok(postgres?.secrets.includes('documents_database_password'))
  t.notOk(proxy?.depends_on.documents, 'the site is there without it')
  const target = '/var/lib/ecmr/objects'
  t.strictSame(storage, { kind: 'local', directory: target })
  const mount = { source: 'documents_data', target }
  t.match(documents.volumes, [{ ...mount, read_only: true }])
  for (const writing of [api, panel, ecmr]) {
    t.equal(writing?.environment.DATA_DIR, documents.environment.DATA_DIR)
    t.strictSame(writing?.volumes.at(-1), mount)
  }
})

t.test('only the proxy says to the services behind it who is calling', async (t) => {
  const others = Object.entries(services).filter(([, { networks }]) => networks.includes('front'))
  t.strictSame(
    others.map(([name]) => name),
    ['proxy', 'api', 'panel', 'mcp', 'documents'],
  )
  for (const name of ['api', 'panel', 'mcp', 'documents'])
    t.match(String(services[name]?.environment.TRUST_PROXY), /^\d+\.\d+\.\d+\.\d+\/\d+$/, name)
})

t.test('mail is sent once the operator has named a server and a sender', async (t) => {
  const { dir, again } = await madeSecrets(t)
  const { panel } = composeFile({ SITE_URL, MAIL_FROM: 'notes@example.com' }).services
  if (panel === undefined) throw new Error('there is no panel')
  t.equal(configOf(panel, dir).mail, undefined)
  await writeFile(join(dir, 'smtp_url'), 'smtp://mail.example.com\n')
  again()
  t.strictSame(configOf(panel, dir).mail, { url: 'smtp://mail.example.com', from: 'notes@example.com' })
  t.throws(
    () => configOf({ ...panel, environment: { ...panel.environment, MAIL_FROM: '' } }, dir),
    /MAIL_FROM is not set/,
  )
})

const SOCKET = '/run/reader/socket'

t.test('pictures are decoded where there is nothing to reach, for those who share a socket', async (t) => {
  const { reader } = services
  if (reader === undefined) throw new Error('there is no reader')
  t.match(reader, { network_mode: 'none', secrets: [], networks: [], read_only: true, depends_on: {} })
  t.strictSame(Object.keys(reader.environment), ['OCR_READER_SOCKET', 'OCR_PROCESSES', 'LOG_LEVEL'])
  t.match(reader.healthcheck?.test?.join(' '), `socketPath: '${SOCKET}', path: '/readyz'`)
  t.strictSame(reader.volumes, ['reader_socket:/run/reader'])
  const callers = ['api', 'panel', 'mcp', 'ecmr']
  const sharing = Object.entries(services).filter(([, { volumes }]) =>
    String(volumes).includes('reader_socket'),
  )
  t.strictSame(sharing.map(([name]) => name).toSorted(), [...callers, 'reader'].toSorted())
  const [readerUser, group] = reader.user.split(':')
  for (const name of callers) {
    t.equal(services[name]?.volumes[0], 'reader_socket:/run/reader:ro', name)
    const [user, callersGroup] = services[name]?.user.split(':') ?? []
    t.not(user, readerUser, 'it is a user of its own')
    t.equal(callersGroup, group)
  }
  t.match(volumes.reader_socket, { driver_opts: { o: `uid=${readerUser},gid=${group},mode=0750,size=64k` } })
})

t.test('documents are read offline until there is a key of Gemini in the place of none', async (t) => {
  const { dir, again } = await madeSecrets(t)
  const readers = ['api', 'panel', 'mcp'].flatMap((name) => services[name] ?? [])
  t.equal(readers.length, 3)
  for (const service of readers)
    t.match(configOf(service, dir).ocr, { engine: { kind: 'tesseract' }, readerSocket: SOCKET })
  await writeFile(join(dir, 'gemini_api_key'), 'abc\n')
  again()
  for (const service of readers) {
    t.match(configOf(service, dir).ocr.engine, { kind: 'gemini', apiKey: 'abc' })
    t.ok(service.networks.includes('outside'))
  }
  const given = composeFile({ SITE_URL, GEMINI_MODEL: 'gemini-x' }).services.api
  t.equal(given?.environment.GEMINI_MODEL, 'gemini-x')
})

const nats = { skip: withoutNatsServer }

t.test('nats-server takes its configuration, with the users from the secret', nats, async (t) => {
  const { dir } = await madeSecrets(t)
  const etc = join(dir, 'etc/nats')
  const secret = join(dir, 'run/secrets/nats_users')
  await mkdir(etc, { recursive: true })
  await mkdir(join(secret, '..'), { recursive: true })
  const text = await readFile(join(ROOT, 'infra/containers/nats.conf'), 'utf8')
  const known = text.replace(/^ *sync_interval: always$/m, '')
  t.not(known, text, 'messages are not synced')
  // Debian's server is older than that setting.
  await writeFile(join(etc, 'nats.conf'), known)

  const check = (): Buffer =>
    execFileSync('nats-server', ['-t', '-c', join(etc, 'nats.conf')], {
      env: { PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: 'pipe',
    })
  t.throws(check, /nats_users/, 'it does without the secret')
  await cp(join(dir, 'nats_users'), secret)
  t.doesNotThrow(check)
})
