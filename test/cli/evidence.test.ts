import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { openPostgresEventStore } from '@ecmr/event-store'
import { newKey, openEvidence, openKey, openNote, parseVerifierKey, sealAsLeader } from '@ecmr/evidence'
import t, { type Test } from 'tap'
import { newEvents, newStream } from '../contract/event-store/events.js'
import { emptyDirectory } from '../support/empty-directory.js'
import { until } from '../support/until.js'
import { openCli } from './ground.js'

const SITE_URL = 'https://notes.example.com'

async function sealedInstallation(t: Test) {
  const directory = await emptyDirectory(t)
  const path = join(directory, 'evidence.key')
  await writeFile(path, newKey())
  const cli = await openCli(t, { tables: true, env: { SITE_URL, EVIDENCE_KEY_FILE: path } })
  const { url, pool } = cli
  const store = await openPostgresEventStore({ url })
  t.teardown(() => store.close())
  const off = { checkpoints: undefined, tsaUrl: undefined, witnesses: [] }

  async function keyAt(file: string) {
    const key = await openKey({
      evidence: { ...off, key: { path: file, isGenerated: false } },
      siteUrl: SITE_URL,
    })
    if (key === undefined) throw new Error('there is no key')
    return key
  }

  /** Seals all that was recorded, and signs it with the key of a file. */
  async function seal(file = path): Promise<string> {
    const stopping = new AbortController()
    const key = await keyAt(file)
    const log = { info: () => undefined, warn: () => undefined }
    const common = { url, pool, store, key, log, evidence: off, checkpointEveryMs: 0 }
    const ended = sealAsLeader({ ...common, signal: stopping.signal })
    const last = (await store.readAll({ after: '', limit: 10_000 })).at(-1)
    if (last === undefined) throw new Error('nothing was recorded')
    const event = { ...last, hash: last.metadata.hash }
    const checkpoint = await openEvidence({ pool, key }).covering(event, 20_000)
    stopping.abort()
    await ended
    return checkpoint?.note ?? ''
  }

  const record = () => store.append(newStream(), 'no_stream', newEvents(3))
  return { ...cli, directory, path, store, seal, record, keyAt }
}

t.test('a key is changed by an event, and old checkpoints stay valid', async (t) => {
  const { ecmr, json, seal, record, keyAt, path, directory, env, store, refuses } =
    await sealedInstallation(t)
  const { vkey: old } = await keyAt(path)
  t.equal((await ecmr('evidence key')).stdout, `${old}\n`)
  await record()
  const before = await seal()
  const next = join(directory, 'next.key')
  await writeFile(next, newKey())
  const { vkey } = await keyAt(next)
  await refuses(t, `evidence rotate-key ${path}`, /is the one that signs already/)
  await refuses(t, `evidence rotate-key ${join(directory, 'nothing')}`, /must name an Ed25519 key/)
  t.strictSame(await json(`evidence rotate-key ${next}`), { old, new: vkey })
  await ecmr(`evidence rotate-key ${next}`)
  const events = await store.readStream('evidence-log')
  t.match(events, [{ type: 'EvidenceKeyChanged', data: { old, new: vkey } }], 'once')
  const { text } = openNote(String(events[0]?.data.signature), [parseVerifierKey(old)])
  t.equal(text, `evidence key changed\n${old}\n${vkey}\n`)

  t.ok(openNote(await seal(), [parseVerifierKey(old)]), 'the old key goes on until the new one has signed')
  await record()
  t.ok(openNote(await seal(next), [parseVerifierKey(vkey)]))
  await record()
  t.equal(await seal(), '', 'then it signs no more')
  t.ok(openNote(before, [parseVerifierKey(old)]))
  await refuses(t, `evidence rotate-key ${await newKeyFile(directory)}`, /let it name that one first/)
  env.EVIDENCE_KEY_FILE = next
  t.match(await ecmr('evidence key'), { stdout: `${vkey}\n` })
})

async function newKeyFile(directory: string): Promise<string> {
  const path = join(directory, 'third.key')
  await writeFile(path, newKey())
  return path
}

t.test('the state tells how far the log is sealed, and what is wrong', async (t) => {
  const { ecmr, json, seal, record, env } = await sealedInstallation(t)
  await record()
  await seal()
  const status = await ecmr('evidence status')
  t.match(status.stdout, /^3 events are sealed\.\nThe newest checkpoint covers 3 events, at 20/)
  delete env.EVIDENCE_KEY_FILE
  t.match(await json('evidence status'), {
    on: false,
    problems: ['Evidence is off: EVIDENCE_KEY_FILE is not set.'],
  })
})

t.test('a tree is made anew to the same bytes, and not over what contradicts it', async (t) => {
  const { pool, ecmr, json, refuses, seal, record } = await sealedInstallation(t)
  await record()
  await seal()
  await record()
  const note = await seal()
  const tiles = async () => (await pool.query('select * from evidence.tiles order by level, index')).rows
  const before = await tiles()
  await pool.query('update evidence.tiles set hashes = set_byte(hashes, 0, 1)')
  t.strictSame(await json('evidence rebuild'), { size: 6, dropped: 0 })
  t.strictSame(await tiles(), before)
  await pool.query('alter table log.events disable trigger user')
  await pool.query('delete from log.events where position > 4')
  await refuses(t, 'evidence rebuild', /contradicts 1 checkpoints, all of those of more than 3 events/)
  t.strictSame(await tiles(), before)
  t.match(await ecmr('evidence rebuild --drop-contradicted'), {
    stdout: /from 4 events\.\nDiscarded 1 checkpoints/,
  })
  t.match(note, /\n6\n/)

  const client = await pool.connect()
  await client.query("select pg_advisory_lock(hashtextextended('evidence', 0))")
  await refuses(t, 'evidence rebuild', /A process seals the event log: stop/)
  client.release(true)
})

t.test('a witness remembers across kill -9, and prints its key', async (t) => {
  const { directory, start, seal, record, keyAt, path } = await sealedInstallation(t)
  await record()
  const note = await seal()
  const key = await newKeyFile(directory)
  const memory = join(directory, 'witness.json')
  const { vkey } = await keyAt(path)
  const serve = async () => {
    const words = `witness serve --name w.example --key ${key} --memory ${memory} --log ${vkey} --port 0`
    const { child } = start(words)
    t.teardown(() => child.kill('SIGKILL'))
    const lines: string[] = []
    if (child.stdout === null) throw new Error('no output')
    createInterface(child.stdout).on('line', (line) => lines.push(line))
    await until(() => lines.length >= 2, 'the witness')
    const [printed = '', where = ''] = lines
    return { child, printed, url: `http://${where.replace('Listening on ', '')}` }
  }
  const first = await serve()
  const ask = (url: string, body: string) => fetch(`${url}/add-checkpoint`, { method: 'POST', body })
  const answer = await ask(first.url, `old 0\n\n${note}`)
  t.equal(answer.status, 200)
  t.ok(openNote(note + (await answer.text()), [parseVerifierKey(first.printed)]).verified[0]?.cosignedAt)
  first.child.kill('SIGKILL')
  await once(first.child, 'close')
  const second = await serve()
  t.equal(second.printed, first.printed)
  t.equal((await ask(second.url, `old 0\n\n${note}`)).status, 409)
  t.match(JSON.parse(await readFile(memory, 'utf8')), { 'notes.example.com/ecmr-log': { size: 3 } })
})
