import { randomUUID } from 'node:crypto'
import { cp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SAVED } from '@ecmr/backup'
import { openObjectStorage } from '@ecmr/storage'
import t, { type Test } from 'tap'
import { emptyDirectory } from '../support/empty-directory.js'
import { type Cli, openCli } from './ground.js'

const BACKUP_KEY = 'correct horse battery staple'
const LOG = `select position, stream, revision, id, type, data::text, metadata::text, recorded_at::text, bytes,
  encode(chain, 'hex') as chain from log.events order by position`

/** An installation with documents, and nothing in it. */
async function empty(t: Test, env: NodeJS.ProcessEnv = {}) {
  const dataDir = await emptyDirectory(t)
  const cli = await openCli(t, { tables: true, env: { DATA_DIR: dataDir, ...env } })
  const objects = openObjectStorage({ kind: 'local', directory: join(dataDir, 'objects') })
  return { ...cli, objects, dataDir }
}

/** An installation with notes, accounts, webhooks and documents. */
async function inUse(t: Test, env: NodeJS.ProcessEnv = {}) {
  const installation = await empty(t, env)
  const { json, pool, objects } = installation
  const { company } = await json('companies create --name Norte')
  await json('keys create --company Norte')
  await json('users add --company Norte --email ana@example.com --name Ana --role owner')
  await json('demo seed --notes 40 --company Norte --seed 7')
  await json('projections rebuild all --drop-old')
  await addDelivery(pool, company.id)
  const document = await objects.put(Buffer.from('a document'))
  const removed = await objects.put(Buffer.from('a document that will be erased'))
  return { ...installation, document, removed, backups: await emptyDirectory(t) }
}

/** A webhook that was delivered, with every kind of byte in what was sent. */
async function addDelivery(pool: Cli['pool'], company: string): Promise<void> {
  const [endpoint, event] = [randomUUID(), randomUUID()]
  await pool.query(
    `insert into webhooks.endpoints (id, company_id, url, events, description, status, follows_from, created_at, updated_at)
      values ($1, $2, 'https://a.example', '{ecmr.created,"a \\"b\\""}', E'tab\\t line\\n back\\\\slash', 'active', '', now(), now())`,
    [endpoint, company],
  )
  await pool.query(
    `insert into webhooks.messages (event_id, company_id, type, ecmr_id, ecmr_number, version, payload, created_at)
      values ($1, $2, 'ecmr.created', 'x', 'x', 1, $3, now())`,
    [event, company, Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  )
  await pool.query(
    `insert into webhooks.deliveries (id, event_id, endpoint_id, type, ecmr_id, version, status, next_attempt_at, created_at)
      values ($1, $2, $3, 'ecmr.created', 'x', 1, 'delivered', now(), now())`,
    [randomUUID(), event, endpoint],
  )
}

async function contentOf({ pool }: Pick<Cli, 'pool'>): Promise<Readonly<Record<string, unknown>>> {
  const content: Record<string, unknown> = { log: (await pool.query(LOG)).rows }
  for (const table of SAVED)
    content[table] = (await pool.query(`select t::text as row from ${table} t order by 1`)).rows
  return content
}

/** For tests that change nothing in it. */
const used = await inUse(t)

t.test('everything comes back as it was, byte for byte', async (t) => {
  const from = await inUse(t, { BACKUP_KEY })
  const { backups } = from
  const first = await from.json(`backup create ${backups}`)
  t.match(first, { documents: 2, leftOut: [], removed: [] })
  t.ok(first.events > 100)
  await from.json('demo seed --notes 5 --company Norte --seed 8')
  const before = await contentOf(from)
  const second = await from.json(`backup create ${backups}`)
  t.ok(second.events > first.events)
  t.match(await from.json(`backup list ${backups}`), {
    encrypted: true,
    backups: [
      { id: second.id, state: 'whole', events: second.events, documents: 2 },
      { id: first.id, state: 'whole', events: first.events },
    ],
  })
  t.match(await from.json(`backup verify ${backups}`), { ok: true, backups: [{}, {}] })
  for (const name of await readdir(backups)) {
    t.equal((await stat(join(backups, name))).mode & 0o777, 0o600, `${name} is for its owner alone`)
    const bytes = await readFile(join(backups, name))
    for (const secret of ['ana@example.com', 'Norte', 'a document', from.document])
      t.notOk(bytes.includes(secret) || name.includes(secret), `${name} does not say ${secret}`)
  }

  const to = await empty(t, { BACKUP_KEY })
  const restored = await to.json(`backup restore ${backups}`)
  t.match(restored, { id: second.id, ok: true, events: second.events, documents: 2, problems: [] })
  t.strictSame(await contentOf(to), before)
  t.strictSame(await to.objects.get(from.document).then(String), 'a document')
  t.match(await to.json('audit verify'), { ok: true })
  t.match(await to.json('projections verify'), { ok: true })
  await to.json('demo seed --notes 5 --company Norte --seed 9')
  t.match(await to.json('audit verify'), { ok: true }, 'and it goes on')
  const third = await to.json(`backup create ${backups}`)
  t.equal(third.isOtherLog, false, 'the restored installation goes on with its backups')

  const earlier = await empty(t, { BACKUP_KEY })
  const asOf = await earlier.ecmr(`backup restore ${backups} --as-of ${new Date(first.at).toISOString()}`)
  t.match(asOf, { code: 0, stdout: /The place has 2 younger backups/ })
  t.match((await earlier.pool.query('select count(*) as events from log.events')).rows, [
    { events: first.events },
  ])
})

t.test('what has not changed is not written again, and what nobody names is removed', async (t) => {
  const { json, backups, objects, removed, pool } = await inUse(t)
  const first = await json(`backup create ${backups}`)
  const second = await json(`backup create ${backups}`)
  t.ok(second.bytes < first.bytes / 4, `${second.bytes} bytes after ${first.bytes}`)
  t.match(second.id, /^\d{8}T\d{9}Z-/, 'also of two in one second it is known which is newer')
  t.ok((await readdir(backups)).includes(`object-${removed}`))
  await objects.remove(removed)
  const third = await json(`backup create ${backups} --prune`)
  t.same(third.removed, [second.id, first.id], 'of one day the newest is kept')
  t.equal(third.documents, 1)
  const names = await readdir(backups)
  t.notOk(names.includes(`object-${removed}`), 'an erased document goes with the last backup that has it')
  t.match(await json(`backup verify ${backups}`), { ok: true, backups: [{ id: third.id }] })
  await writeFile(join(backups, `part-${first.id}-000077`), 'left by a process that was killed')
  await json(`backup create ${backups}`)
  t.notOk((await readdir(backups)).includes(`part-${first.id}-000077`))
  t.match((await pool.query('select problem, ok_at from backup.places')).rows, [{ problem: null }])
})

t.test('an installation that is not the one, or not empty, is refused', async (t) => {
  const from = used
  const backups = await emptyDirectory(t)
  await from.json(`backup create ${backups}`)
  await from.refuses(
    t,
    `backup restore ${backups}`,
    /This installation is not empty: accounts\.api_keys has rows\. .* another DATA_DIR/,
  )
  const other = await empty(t)
  await other.refuses(
    t,
    `backup create ${backups}`,
    /holds the backups of another installation\. Use another place\./,
  )
  const wrongKey = await empty(t, { SECRET_KEY: 'another key for tests, 32 characters or more' })
  await wrongKey.refuses(t, `backup restore ${backups}`, /SECRET_KEY is not the key of the installation/)
  const elsewhere = await empty(t, { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://127.0.0.1:9' })
  await elsewhere.refuses(t, `backup restore ${backups}`, /The event log of this backup was in postgres/)
  const to = await empty(t)
  await to.refuses(t, `backup restore ${await emptyDirectory(t)}`, /There are no backups in .*mounted/)
  await to.refuses(t, `backup restore ${backups} --as-of 2020-01-01T00:00:00Z`, /There is no such backup/)
  await to.refuses(t, `backup restore ${backups} --id x`, /There is no such backup/)
  await to.refuses(t, 'backup create', /or set BACKUP_TO\./)
  await to.refuses(t, 'backup create ftp://a/b', /is not a place for backups/)
  await to.refuses(t, 'backup create s3://bucket/x', /Set S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY/)
})

t.test('a key that an erasure has destroyed does not come back with a backup', async (t) => {
  const from = await inUse(t)
  const { json, pool, backups } = from
  const keys = 'select note_id, category, wrapped from privacy.data_keys where generation > 0 order by 1, 2'
  const before = (await pool.query(keys)).rows
  const note = await firstErased(from)
  // As if the event were recorded, and the keys not yet destroyed, at the instant of the backup.
  const ofNote = before.filter(({ note_id }) => note_id === note)
  t.ok(ofNote.length > 0)
  for (const { category, wrapped } of ofNote)
    await pool.query(
      'update privacy.data_keys set wrapped = $1, erased_at = null where note_id = $2 and category = $3 and generation > 0',
      [wrapped, note, category],
    )
  await json(`backup create ${backups}`)
  const to = await empty(t)
  t.match(await to.json(`backup restore ${backups}`), { ok: true })
  for (const { note_id, wrapped } of (await to.pool.query(keys)).rows)
    t.equal(wrapped === null, note_id === note, 'the keys of that note alone are destroyed')
})

/** Erases the first note that may be erased at once: delivered ones are kept for a while. */
async function firstErased({ pool, json }: Pick<Cli, 'pool' | 'json'>): Promise<string> {
  const { rows } = await pool.query('select distinct note_id as id from privacy.data_keys')
  for (const { id } of rows) {
    const { notes } = await json(`privacy erase --note ${id} --category all --reason "order 12" --yes`).catch(
      () => ({ notes: [] }),
    )
    if (notes[0]?.outcome === 'erased') return id
  }
  throw new Error('no note can be erased')
}

t.test('a backup that was made with other tables is refused', async (t) => {
  const { pool, json } = used
  const backups = await emptyDirectory(t)
  const older = await json(`backup create ${backups}`)
  await pool.query(`create schema later; create table later.kysely_migration (name text, timestamp text);
    insert into later.kysely_migration values ('0001-later', '')`)
  const newer = await json(`backup create ${backups}`)
  await pool.query('drop schema later cascade')
  const to = await empty(t)
  await to.refuses(
    t,
    `backup restore ${backups} --id ${newer.id}`,
    /was made by a newer version of the service \(\d+\.\d+\.\d+\): its tables are not known here/,
  )
  await to.pool.query(`create schema here; create table here.kysely_migration (name text, timestamp text);
    insert into here.kysely_migration values ('0001-here', '')`)
  await to.refuses(
    t,
    `backup restore ${backups} --id ${older.id}`,
    /was made by an older version of the service .* Restore it with that version/,
  )
})

t.test('keys that are missing or wrong are told', async (t) => {
  const { json, env, refuses } = used
  const backups = await emptyDirectory(t)
  env.BACKUP_KEY = BACKUP_KEY
  t.teardown(() => delete env.BACKUP_KEY)
  await json(`backup create ${backups}`)
  for (const line of [`backup list ${backups}`, `backup verify ${backups}`, `backup create ${backups}`]) {
    env.BACKUP_KEY = 'another key, and long enough'
    await refuses(t, line, /BACKUP_KEY is not the key that the backups in .* were made with/)
    delete env.BACKUP_KEY
    await refuses(t, line, /are encrypted\. Set BACKUP_KEY/)
  }
  const clear = await emptyDirectory(t)
  await json(`backup create ${clear}`)
  env.BACKUP_KEY = BACKUP_KEY
  await refuses(t, `backup create ${clear}`, /BACKUP_KEY is set, but the backups in .* are not encrypted/)
})

t.test('what was cut, altered, exchanged or lost is found before anything is restored', async (t) => {
  const { env } = used
  const backups = await emptyDirectory(t)
  env.BACKUP_KEY = BACKUP_KEY
  t.teardown(() => delete env.BACKUP_KEY)
  const { id } = await used.json(`backup create ${backups}`)
  const names = await readdir(backups)
  const part = names.find((name) => name.startsWith('part-')) ?? ''
  const object = names.find((name) => name.startsWith('object-')) ?? ''
  const [other = ''] = names.filter((name) => name.startsWith('part-') && name !== part)
  const to = await empty(t, { BACKUP_KEY })
  const damages: readonly [string, (place: string) => Promise<unknown>, RegExp][] = [
    ['a part is cut', (at) => truncate(join(at, part), 40), /was cut, altered or exchanged/],
    ['a part is altered', (at) => flip(join(at, part)), /was cut, altered or exchanged/],
    ['parts are exchanged', (at) => cp(join(at, other), join(at, part)), /was cut, altered or exchanged/],
    ['a part is lost', (at) => rm(join(at, part)), /is missing from/],
    ['a document is altered', (at) => flip(join(at, object)), /was cut, altered or exchanged/],
    ['a document is lost', (at) => rm(join(at, object)), /is missing from/],
    ['the manifest is altered', (at) => flip(join(at, `backup-${id}`)), /was cut, altered or exchanged/],
    [
      'the manifest has another name',
      (at) =>
        rename(join(at, `backup-${id}`), join(at, `backup-${id.slice(0, -1)}${id.endsWith('0') ? 1 : 0}`)),
      /was cut, altered or exchanged|There is no such/,
    ],
    ['the head is damaged', (at) => writeFile(join(at, 'ecmr-backups.json'), '{'), /is damaged/],
    [
      'the head is of a newer version',
      (at) => writeFile(join(at, 'ecmr-backups.json'), '{"format":2}'),
      /made by a newer version of the service\. Use that version\./,
    ],
  ]
  for (const [what, damage, sentence] of damages) {
    const place = await emptyDirectory(t)
    await cp(backups, place, { recursive: true })
    await damage(place)
    const verified = await to.ecmr(`backup verify ${place}`)
    t.equal(verified.code, 1, what)
    t.match(verified.stdout + verified.stderr, sentence, what)
    const restored = await to.ecmr(`backup restore ${place}`)
    t.equal(restored.code, 1, what)
    t.match(restored.stderr, sentence, what)
    t.match((await to.pool.query('select from log.events')).rowCount, 0, 'nothing was restored')
  }
  const good = await to.json(`backup restore ${backups}`)
  t.match(good, { ok: true }, 'a good one is, into the same installation')
})

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path)
  const at = bytes.length - 20
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

t.test('a place that goes away is told, and leaves no backup behind', async (t) => {
  const { json, refuses } = used
  const backups = await emptyDirectory(t)
  await json(`backup create ${backups}`)
  const moved = join(await emptyDirectory(t), 'moved')
  await rename(backups, moved)
  await refuses(
    t,
    `backup create ${backups}`,
    /The backups that were in .* are gone\. If its disk is not mounted, mount it/,
  )
  await writeFile(backups, 'a file')
  await refuses(t, `backup create ${backups}`, /cannot be used for backups: /)
  await rm(backups)
  await rename(moved, backups)
  t.match(await json(`backup create ${backups}`), { isOtherLog: false })
})

t.test('two at once: one works, the other one says so', async (t) => {
  const { pool, refuses, json } = used
  const backups = await emptyDirectory(t)
  const client = await pool.connect()
  await client.query(`select pg_advisory_lock(hashtextextended('ecmr:backup', 0))`)
  await refuses(t, `backup create ${backups}`, /Another process is taking a backup of this installation/)
  client.release(true)
  await json(`backup create ${backups}`)
})
