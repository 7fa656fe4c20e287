import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createTlsServer } from 'node:tls'
import {
  aboutBroker,
  aboutRoles,
  aboutServer,
  clock,
  daysLeft,
  diskSpace,
  nodeVersion,
} from '@ecmr/cli/doctor'
import { freePort } from '@ecmr/runtime'
import t from 'tap'
import { startEventStoreDb } from '../eventstoredb-wire/server.js'
import { startMailServer } from '../support/mail-server.js'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { portOf } from '../support/port-of.js'
import { selfSigned } from '../support/self-signed.js'
import { commandLine, openCli, type Ran } from './ground.js'

interface Finding {
  readonly check: string
  readonly status: string
  readonly says: string
  readonly todo?: string
}

const GIB = 1024 ** 3

/** What it found, by check; a check with several findings has the first. */
function found({ stdout }: Ran): Record<string, Finding> {
  const { findings }: { findings: readonly Finding[] } = JSON.parse(stdout)
  return Object.fromEntries(findings.toReversed().map((finding) => [finding.check, finding]))
}

t.test('what is wrong with the configuration is said before anything is looked at', async (t) => {
  const { ecmr } = commandLine({ PORT: 'eighty', LOG_LEVEL: 'loud' })
  const { code, stdout, stderr } = await ecmr('doctor')
  t.equal(code, 1)
  t.match(
    stdout,
    /^problem {2}configuration +PORT is "eighty"; it must be .*\nproblem {2}configuration +LOG_LEVEL/,
  )
  t.notMatch(stdout, 'database')
  t.equal(stderr, 'error: Found 2 problems.\n')
})

t.test('an installation that was never started has no database, and is given none', async (t) => {
  const dataDir = t.testdir()
  const { ecmr } = commandLine({ DATA_DIR: dataDir, SITE_URL: `http://127.0.0.1:${await freePort()}` })
  const { database, site } = found(await ecmr('doctor --json'))
  t.match(database, { status: 'problem', says: /There is no database in/, todo: /Start the service once/ })
  t.match(site, { status: 'warning', says: /cannot be reached from here/ })
  t.match(found(await ecmr('doctor --json')).database, { status: 'problem' }, 'not made by looking')
})

t.test('a database without tables is all that is looked at in it', async (t) => {
  const { ecmr } = await openCli(t)
  const { database, tables, clock } = found(await ecmr('doctor --json'))
  t.match([database, tables], [{ says: /^PostgreSQL/ }, { status: 'not_checked' }])
  t.equal(clock, undefined)
})

t.test('a database with notes and nothing that runs', async (t) => {
  const { ecmr, json, env } = await openCli(t)
  await json('demo seed --notes 2 --seed 7')
  t.match(found(await ecmr('doctor --json')), {
    // The server of the tests does without, for speed.
    database: { status: 'problem', says: /^PostgreSQL runs without fsync/ },
    'time zones': { status: 'ok' },
    tables: { status: 'ok', says: /^The tables are those of this release, \d/ },
    roles: { status: 'ok' },
    clock: { status: 'ok' },
    'event log': { status: 'ok', says: 'The event log in PostgreSQL takes events.' },
    'secret key': { status: 'ok' },
    'read models': { status: 'problem', says: 'No process keeps the read models up to date.' },
    backup: { status: 'warning', says: 'There is no backup.', todo: /Set BACKUP_TO/ },
    evidence: { status: 'warning', todo: /Set EVIDENCE_KEY_FILE/ },
  })
  env.SECRET_KEY = 'another key than that of these notes'
  t.match(found(await ecmr('doctor --json'))['secret key'], { status: 'problem', todo: /Set SECRET_KEY/ })
  env.EVENT_STORE = 'eventstoredb'
  env.EVENTSTOREDB_URL = `esdb://127.0.0.1:${await freePort()}?tls=false`
  t.match(found(await ecmr('doctor --json'))['event log'], {
    status: 'problem',
    says: /kept in postgres, but EVENT_STORE names eventstoredb/,
  })
})

t.test('EventStoreDB is named with its version', async (t) => {
  const server = await startEventStoreDb({})
  t.teardown(() => server.stop())
  const { ecmr, json } = await openCli(t, {
    env: { EVENTSTOREDB_URL: server.url, EVENT_STORE: 'eventstoredb' },
  })
  await json('demo seed --notes 1 --seed 7')
  const log = async () => found(await ecmr('doctor --json'))['event log']
  t.match(await log(), { status: 'ok', says: /^EventStoreDB \d+\.\d+\.\d+ takes events\.$/ })
  await server.stop()
  t.match(await log(), { status: 'problem', todo: /Check EVENT_STORE and EVENTSTOREDB_URL/ })
})

t.test('NATS: its version, or why it cannot be used', { skip: withoutNatsServer }, async (t) => {
  const nats = await natsServer(t)
  const { ecmr, env } = commandLine({ DATA_DIR: t.testdir(), NATS_URL: nats.url })
  const broker = async () => found(await ecmr('doctor --json')).broker
  t.match(await broker(), { status: 'not_checked', says: /^NATS \d.* has no streams yet/ })
  await nats.stop()
  t.match(await broker(), { status: 'problem', says: /nothing listens there/ })
  env.NATS_URL = (await natsServer(t, { jetstream: false })).url
  t.match(await broker(), { status: 'problem', says: /JetStream/ })
})

t.test('mail, the site and its certificate are asked for', async (t) => {
  const mail = await startMailServer(t)
  const web = createHttpServer((_request, response) => response.end('{"status":"degraded"}'))
  const tls = createTlsServer(selfSigned())
  for (const server of [web, tls]) await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    web.close()
    tls.close()
  })
  const { ecmr, env } = commandLine({
    ...{ DATA_DIR: t.testdir(), SMTP_URL: mail.url, MAIL_FROM: 'notes@ecmr.example' },
    SITE_URL: `http://127.0.0.1:${portOf(web)}`,
  })
  t.match(found(await ecmr('doctor --json')), {
    mail: { status: 'ok' },
    site: { status: 'warning', says: /is degraded/ },
  })
  t.same(mail.received, [], 'nothing is sent')
  Object.assign(env, {
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    SITE_URL: `https://localhost:${portOf(tls)}`,
  })
  t.match(found(await ecmr('doctor --json')), {
    mail: { status: 'problem', todo: /Check SMTP_URL/ },
    site: { status: 'warning', says: /cannot be reached from here: self-signed certificate/ },
    certificate: { status: 'problem', says: /self-signed certificate/i },
  })
})

t.test('bounds', async (t) => {
  t.match(
    [nodeVersion('20.18.3'), nodeVersion('20.19.0'), nodeVersion('24.1.0'), nodeVersion('25.0.0')],
    [{ status: 'problem' }, { status: 'ok' }, { status: 'ok' }, { status: 'warning' }],
  )
  t.match(
    [0.5, 5, 50].map((free) => diskSpace('/data', { free: free * GIB, total: 100 * GIB }).status),
    ['problem', 'warning', 'ok'],
  )
  t.match(
    [clock(900), clock(-2_000), clock(6_000)],
    [
      { status: 'ok' },
      { status: 'warning', says: /2\.0 s behind/ },
      { status: 'problem', says: /6\.0 s ahead of/ },
    ],
  )
  const now = new Date('2027-03-01T00:00:00Z')
  const left = (until: string) => daysLeft('It', new Date(until), now)
  t.match(
    [left('2027-06-01T00:00:00Z'), left('2027-03-15T00:00:00Z'), left('2027-02-28T00:00:00Z')],
    [
      { status: 'ok', says: /92 more days, until 2027-06-01/ },
      { status: 'warning' },
      { status: 'problem', says: 'It expired on 2027-02-28.' },
    ],
  )
})

t.test('every fault of a PostgreSQL is named with what to do', async (t) => {
  const all = ['pg_trgm', 'btree_gin']
  const well = {
    ...{ version: '18.1', number: 180_001, encoding: 'UTF8', may_create: true, durability: '' },
    ...{ used: 10, most: 100, installed: all, available: all },
  }
  t.match(aboutServer(well), [{ status: 'ok' }])
  const faults = [
    { number: 130_009, version: '13.9' },
    { encoding: 'LATIN1' },
    { durability: 'fsync, full_page_writes' },
    { installed: [], available: ['pg_trgm'] },
    { installed: [], may_create: false },
    { used: 95 },
  ]
  for (const fault of faults) {
    const findings = aboutServer({ ...well, ...fault })
    t.ok(findings.length > 0, JSON.stringify(fault))
    for (const { status, todo } of findings) t.ok(status !== 'ok' && todo, JSON.stringify(fault))
  }
})

t.test('a role that is missing is named, with what cannot be done without it', async (t) => {
  const roles = [
    { role: 'ecmr_one', without: 'one thing cannot be done' },
    { role: 'ecmr_other', without: 'another cannot' },
  ]
  t.match(aboutRoles(roles, ['ecmr_one', 'ecmr_other']), [{ status: 'ok' }])
  t.match(aboutRoles(roles, ['ecmr_one']), [
    { status: 'warning', says: /no role ecmr_other, so another cannot\./, todo: /create role ecmr_other/ },
  ])
})

t.test('limits of JetStream', async (t) => {
  const events = {
    ...{ name: 'ECMR_EVENTS', messages: 5, bytes: 900, mostBytes: -1, mostMessages: -1, replicas: 1 },
  }
  const look = { where: 'nats:4222', version: '2.11.10', storage: { most: -1, used: 5 }, events }
  t.match(aboutBroker(1, look), [{ status: 'ok', says: /5 events wait/ }])
  t.match(aboutBroker(3, look), [{ status: 'warning', todo: /--replicas 3/ }])
  t.match(aboutBroker(1, { ...look, storage: { most: 1_000, used: 900 } }), [{ status: 'problem' }])
  t.match(aboutBroker(1, { ...look, storage: { most: 2 * GIB, used: GIB } }), [
    { says: /uses 1\.0 of 2\.0 GiB/ },
  ])
  t.match(aboutBroker(1, { ...look, events: { ...events, mostBytes: 1_000 } }), [{ status: 'problem' }])
  t.match(aboutBroker(1, { ...look, events: { ...events, mostMessages: 6 } }), [{ status: 'problem' }])
})

t.test('tables of another release are told, with what to do', async (t) => {
  const { ecmr, pool } = await openCli(t, { tables: true })
  const tables = async () => found(await ecmr('doctor --json')).tables
  const made = (name: string) =>
    pool.query('insert into webhooks.kysely_migration values ($1, now()::text)', [name])
  await made('0998-more.expand')
  t.match(await tables(), { status: 'warning', says: /added to the tables: webhooks 0998-more\.expand\./ })
  await made('0999-fewer')
  t.match(await tables(), {
    status: 'problem',
    says: /changed the tables: .*webhooks 0999-fewer\. Processes of this release do not start\./,
    todo: /^Use the newer release, or restore the backup/,
  })
  const { code, stderr } = await ecmr('store migrate')
  t.equal(code, 1)
  t.match(stderr, /The tables in the schema webhooks .* does not know 0998-more\.expand, 0999-fewer\./)
  await pool.query("delete from webhooks.kysely_migration where name > '0008'")
  t.match(await tables(), { status: 'warning', says: /are older than this release: webhooks 0008-/ })
})
