import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEventStore, type RecordedEvent, sealEvent } from '@ecmr/event-store'
import { newKey, readSigner, type Signer, signNote } from '@ecmr/evidence'
import { openObjectStorage } from '@ecmr/storage'
import t, { type Test } from 'tap'
import { logAfter } from '../contract/event-store/events.js'
import { emptyDirectory } from '../support/empty-directory.js'
import { until } from '../support/until.js'
import { openCli } from './ground.js'
import { logSigner, seal } from './kept-checkpoints.js'

const OTHER = '00000000-0000-4000-8000-000000000000'
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** Notes of one company, of which one names a document that is kept and one that is not, and another company. */
async function installation(t: Test) {
  const dataDir = await emptyDirectory(t)
  const cli = await openCli(t, { env: { DATA_DIR: dataDir } })
  const keyFile = join(dataDir, 'log.pem')
  await writeFile(keyFile, newKey())
  await cli.json('demo seed --notes 12 --seed 7')
  await cli.json('companies create --name Other')
  const storage = openObjectStorage({ kind: 'local', directory: join(dataDir, 'objects') })
  const store = await openEventStore({ kind: 'postgres', url: cli.url })
  t.teardown(() => store.close())
  const sums = [await storage.put(Buffer.from('a document')), sha256('one that was never kept')]
  for (const sum of sums) await issueDocument(store, sum)
  const log = await logAfter(store, '')
  const [company] = log.flatMap(({ stream }) => /^company-(.*)$/.exec(stream)?.[1] ?? [])
  if (!company) throw new Error('the demonstration made no company')
  const signer = await readSigner(keyFile, 'localhost/ecmr-log')
  return {
    ...cli,
    store,
    company,
    sums,
    keyFile,
    signer,
    dir: t.testdir(),
    log: log.filter((event) => isOf(event, company)),
  }
}

const isOf = ({ metadata }: RecordedEvent, company: string): boolean => metadata.company_id === company

async function issueDocument(store: Awaited<ReturnType<typeof openEventStore>>, sum: string): Promise<void> {
  const log = await logAfter(store, '')
  const last = log.findLast(({ stream }) => stream.startsWith('ecmr-'))
  if (!last) throw new Error('the demonstration holds no note')
  const { stream, revision, metadata } = last
  const [id, data] = [crypto.randomUUID(), { sha256: sum, bytes: 10 }]
  const issued = { id, type: 'DocumentIssued', data, metadata: { ...metadata, prev_hash: metadata.hash } }
  const appended = await store.append(stream, revision, [sealEvent(stream, revision + 1, issued)])
  if (!appended.ok) throw new Error('the document could not be issued')
}

/** What is done to an export, and what is said then. */
const damages: Readonly<
  Record<string, { readonly do: (dir: string) => Promise<void>; readonly says: RegExp }>
> = {
  'one letter of an event changed': {
    do: (dir) => edit(dir, (lines) => lines.map((line, i) => (i === 3 ? line.replace('00', '01') : line))),
    says: /events\.jsonl, line 4 \(event \d+ of \S+, \w+\): its content does not match its hash\.$/,
  },
  'an event dropped': {
    do: (dir) => edit(dir, (lines) => lines.filter((_, i) => i !== lines.findIndex(isFirst))),
    says: /the events of its stream before it are missing\.$/,
  },
  'an event dropped from the middle of a stream': {
    do: (dir) => edit(dir, (lines) => lines.filter((_, i) => i !== lines.findIndex(isSecond))),
    says: /line \d+ \(event 2 of .*\): event 1 of its stream is expected here\.$/,
  },
  'an event twice': {
    do: (dir) => edit(dir, (lines) => lines.flatMap((line) => (isSecond(line) ? [line, line] : [line]))),
    says: /\(event 1 of .*\): event 2 of its stream is expected here\.$/,
  },
  'a stream’s end cut off': {
    do: (dir) => edit(dir, (lines) => lines.slice(0, -1)),
    says: /events\.jsonl has the SHA-256 [0-9a-f]{64}; the manifest says [0-9a-f]{64}\.$/,
  },
  'a stream’s end cut off, and its hash made anew': {
    do: async (dir) => {
      await edit(dir, (lines) => lines.slice(0, -1))
      await renewSum(dir, 'events.jsonl')
    },
    says: /events\.jsonl holds \d+ events; the manifest says \d+\.$/,
  },
  'blanks in a line': {
    do: (dir) => edit(dir, (lines) => lines.map((line) => line.replace(',', ', '))),
    says: /events\.jsonl, line 1: it is not an event\.$/,
  },
  'a member more': {
    do: (dir) => edit(dir, (lines) => lines.map((line) => line.replace(/}$/, ',"z":1}'))),
    says: /events\.jsonl, line 1: it is not an event\.$/,
  },
  'JSON that is nested without end': {
    do: (dir) => edit(dir, () => [`{"data":${'['.repeat(1e6)}${']'.repeat(1e6)}}`]),
    says: /events\.jsonl, line 1: it is not an event\.$/,
  },
  'a line without end': {
    do: (dir) => writeFile(join(dir, 'events.jsonl'), '{"data":{}}'),
    says: /events\.jsonl, line 1 has no end\.$/,
  },
  'a line of 5 MB': {
    do: (dir) => writeFile(join(dir, 'events.jsonl'), 'x'.repeat(5e6)),
    says: /events\.jsonl, line 1 is longer than 4194304 bytes\.$/,
  },
  'bytes that are no text': {
    do: (dir) => writeFile(join(dir, 'events.jsonl'), Buffer.from([0xff, 0x0a])),
    says: /events\.jsonl, line 1 is not UTF-8\.$/,
  },
  'a document exchanged': {
    do: async (dir) => writeFile(join(dir, await documentIn(dir)), 'another'),
    says: /documents\/[0-9a-f]{64}\.pdf has the SHA-256 /,
  },
  'a document exchanged, and its hash made anew': {
    do: async (dir) => {
      await writeFile(join(dir, await documentIn(dir)), 'another')
      await renewSum(dir, await documentIn(dir))
    },
    says: /documents\/[0-9a-f]{64}\.pdf has the SHA-256 [0-9a-f]{64}\.$/,
  },
  'a document taken out': {
    do: async (dir) => rm(join(dir, await documentIn(dir))),
    says: /documents\/[0-9a-f]{64}\.pdf is in the manifest, and not in the folder\.$/,
  },
  'a document taken out, and left out of the manifest': {
    do: async (dir) => {
      const name = await documentIn(dir)
      await rm(join(dir, name))
      await editManifest(dir, (text) => text.replace(new RegExp(`.*${name}\n`), ''))
    },
    says: /the document [0-9a-f]{64}, which an event names, is not there\.$/,
  },
  'a file more': {
    do: (dir) => writeFile(join(dir, 'more.txt'), ''),
    says: /more\.txt is in the folder, and not in the manifest\.$/,
  },
  'a file that is a link to another': {
    do: async (dir) => {
      await rename(join(dir, 'events.jsonl'), join(dir, '..', 'elsewhere.jsonl'))
      await symlink('../elsewhere.jsonl', join(dir, 'events.jsonl'))
    },
    says: /events\.jsonl is neither a file nor a folder\.$/,
  },
  'the name of another company': {
    do: (dir) => editManifest(dir, (text) => text.replace(/company .*/, `company ${OTHER}`)),
    says: /line 1 \(event 0 of \S+, \w+\): it is of another company/,
  },
  'a later beginning': {
    do: (dir) => editManifest(dir, (text) => `${text}since 2090-01-01T00:00:00.000Z\n`),
    says: /it was recorded before 2090-01-01T00:00:00\.000Z\.$/,
  },
}

/** What is no export at all. */
const unreadable: Readonly<Record<string, { readonly manifest: string; readonly says: RegExp }>> = {
  'an empty manifest': { manifest: '', says: /line 1 is neither a file of an export nor a fact/ },
  'a manifest that names a path outside': {
    manifest: `${'0'.repeat(64)}  ../../etc/passwd\n`,
    says: /line 1 is neither a file/,
  },
  'a manifest that names a file twice': {
    manifest: `${'0'.repeat(64)}  events.jsonl\n${'1'.repeat(64)}  events.jsonl\n`,
    says: /line 2 is neither a file/,
  },
  'a manifest without events': { manifest: 'events 0\n', says: /it does not name events\.jsonl/ },
  'a manifest without a company': {
    manifest: `${'0'.repeat(64)}  events.jsonl\n`,
    says: /its line "company" is missing/,
  },
  'a manifest with a count of no form': {
    manifest: `${'0'.repeat(64)}  events.jsonl\ncompany ${OTHER}\nevents 1e3\n`,
    says: /its line "events" is malformed/,
  },
}

const isFirst = (line: string): boolean => /"revision":0,"stream":"ecmr-/.test(line)
const isSecond = (line: string): boolean => /"revision":1,"stream":"ecmr-/.test(line)

async function edit(
  dir: string,
  change: (lines: readonly string[]) => readonly string[],
  name = 'events.jsonl',
): Promise<void> {
  const file = join(dir, name)
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  await writeFile(
    file,
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  )
}

async function editManifest(dir: string, change: (text: string) => string): Promise<void> {
  const file = join(dir, 'manifest')
  await writeFile(file, change(await readFile(file, 'utf8')))
}

async function renewSum(dir: string, name: string): Promise<void> {
  const sum = sha256(await readFile(join(dir, name)))
  await editManifest(dir, (text) => text.replace(new RegExp(`.*(?=  ${name})`), sum))
}

async function documentIn(dir: string): Promise<string> {
  return join('documents', (await readdir(join(dir, 'documents')))[0] ?? '')
}

t.test('what is on record of a company is exported, and checked without the database', async (t) => {
  const { ecmr, json, refuses, company, sums, log, dir } = await installation(t)
  const out = join(dir, 'all')
  const report = await json(`audit export --company ${company} --out ${out}`)
  const streams = new Set(log.map(({ stream }) => stream)).size
  t.match(report, { events: log.length, streams, documents: 1, absent: [sums[1]], since: null })
  const counted = { events: log.length, streams, documents: 1, absent: 1 }
  t.same(await json(`audit import-check ${out}`), {
    ...{ ok: true, company, since: null, until: null, ...counted },
    ...{ signed_by: [], tree: null, own_keys: true },
  })
  t.match((await ecmr(`audit import-check ${out}`)).stdout, '\nIt is not signed, ')
  const lines = (await readFile(join(out, 'events.jsonl'), 'utf8')).trimEnd().split('\n')
  t.strictSame(
    lines.map((line) => JSON.parse(line)),
    log.map(({ position, ...event }) => event),
  )
  t.same(await readdir(dir), ['all'], 'nothing is left beside it')
  await refuses(t, `audit export --company ${company} --out ${out}`, /There is something at .*all already/)

  for (const [what, { do: damage, says }] of Object.entries(damages)) {
    await t.test(what, async (t) => {
      const folder = join(t.testdir(), 'damaged')
      await cp(out, folder, { recursive: true })
      await damage(folder)
      const { code, stdout, stderr } = await ecmr(`audit import-check ${folder}`)
      t.same([code, stdout], [1, ''])
      t.match(stderr, /^error: The export does not hold: .*\.\n$/)
      t.match(stderr.trimEnd(), says)
    })
  }
  for (const [what, { manifest, says }] of Object.entries(unreadable)) {
    await t.test(what, async (t) => {
      const { code, stdout, stderr } = await ecmr(`audit import-check ${t.testdir({ manifest })} --json`)
      t.equal(code, 2)
      t.match(stderr, says)
      t.match(JSON.parse(stdout), { ok: false, problem: says })
    })
  }
  t.match(await ecmr(`audit import-check ${join(dir, 'none')}`), {
    code: 2,
    stderr:
      /^error: .*none\/manifest is not the manifest of an export: it, or its folder, is not there \(ENOENT\)\.\n$/,
  })
})

/** What is done to a signed export by those who have no key, or have one, and what is said then. */
const forgeries: Readonly<
  Record<string, { readonly do: (dir: string, key: Signer) => Promise<void>; readonly says: RegExp }>
> = {
  'a manifest changed': {
    do: (dir) => editManifest(dir, (text) => text.replace(/^events \d+$/m, 'events 1')),
    says: /manifest: the signature of localhost\/ecmr-log \([0-9a-f]{8}\) is wrong\.$/,
  },
  'a manifest without its signature': {
    do: (dir) => editManifest(dir, (text) => text.replace(/\n\n.*/s, '\n')),
    says: /it is not signed\.$/,
  },
  'a manifest that is signed by another key': {
    do: (dir) => signAnew(dir, logSigner()),
    says: /manifest: no known key has signed the note\.$/,
  },
  'a proof left out': {
    do: async (dir, key) => {
      await edit(dir, (lines) => lines.slice(1), 'proofs.jsonl')
      await signAnew(dir, key)
    },
    says: /proofs\.jsonl holds no proof for the end of \S+\.$/,
  },
  'a proof twice': {
    do: async (dir, key) => {
      await edit(dir, ([line = '', ...lines]) => [line, line, ...lines], 'proofs.jsonl')
      await signAnew(dir, key)
    },
    says: /proofs\.jsonl, line 2: it is not for the last event of a stream in the export\.$/,
  },
  'a proof at another place of the tree': {
    do: async (dir, key) => {
      await edit(dir, (lines) => lines.map((line) => line.replace(/index \d+/, 'index 7')), 'proofs.jsonl')
      await signAnew(dir, key)
    },
    says: /proofs\.jsonl, line \d+: it does not lead from event \d+ of \S+ to the checkpoint\.$/,
  },
  'a proof that is none': {
    do: async (dir, key) => {
      await edit(dir, (lines) => lines.map((line) => line.replace('tlog-proof@v1', '')), 'proofs.jsonl')
      await signAnew(dir, key)
    },
    says: /proofs\.jsonl, line 1: the proof does not begin with c2sp\.org\/tlog-proof@v1\.$/,
  },
  'a checkpoint of another size': {
    do: async (dir, key) => {
      await editManifest(dir, (text) => text.replace(/^size \d+$/m, 'size 1'))
      await signAnew(dir, key)
    },
    says: /proofs\.jsonl, line 1: its checkpoint is of size \d+; the manifest says 1\.$/,
  },
  'no proofs at all': {
    do: async (dir, key) => {
      await rm(join(dir, 'proofs.jsonl'))
      await editManifest(dir, (text) => text.replace(/.*proofs\.jsonl\n/, ''))
      await signAnew(dir, key)
    },
    says: /the manifest speaks of proofs, but names no proofs\.jsonl\.$/,
  },
}

/** What who has a key of the log can do: all hashes made anew, and the manifest signed. */
async function signAnew(dir: string, key: Signer): Promise<void> {
  await editManifest(dir, (text) => text.replace(/\n\n.*/s, '\n'))
  const names = (await readFile(join(dir, 'manifest'), 'utf8')).match(/(?<= {2})\S+/g) ?? []
  for (const name of names) await renewSum(dir, name)
  await editManifest(dir, (text) => signNote(text, key))
}

t.test('an export is signed, and proves that the log holds the end of each stream', async (t) => {
  const { ecmr, json, env, pool, store, company, signer, keyFile, dir, refuses } = await installation(t)
  env.EVIDENCE_KEY_FILE = keyFile
  const out = join(dir, 'signed')
  const line = `audit export --company ${company} --out ${out}`
  await refuses(t, line, /is in no checkpoint yet, so nothing was exported\. Start the services/)
  t.same(await readdir(dir), [])
  const size = await seal(pool, store)
  t.match(
    (await ecmr(line)).stdout,
    `The end of each stream is proven to be in the log’s tree of ${size} events.`,
  )
  const checked = {
    ok: true,
    tree: { size, root: /=$/, at: /Z$/ },
    signed_by: [/^localhost\/ecmr-log\+/],
  }
  t.match(await json(`audit import-check ${out}`), { ...checked, own_keys: true })
  t.match(await json(`audit import-check ${out} --key ${signer.vkey}`), { ...checked, own_keys: false })
  t.match((await ecmr(`audit import-check ${out}`)).stdout, /Compare it with \/\.well-known\/ecmr-log/)
  const other = logSigner()
  await refuses(
    t,
    `audit import-check ${out} --key ${other.vkey}`,
    /manifest: no known key has signed the note/,
  )
  await refuses(
    t,
    `audit import-check ${out} --witness ${other.vkey}`,
    /proofs\.jsonl, line 1: the witness localhost\/ecmr-log has not cosigned its checkpoint/,
  )

  for (const [what, { do: forge, says }] of Object.entries(forgeries)) {
    await t.test(what, async (t) => {
      const folder = join(t.testdir(), 'forged')
      await cp(out, folder, { recursive: true })
      await forge(folder, signer)
      const { code, stderr } = await ecmr(`audit import-check ${folder} --key ${signer.vkey}`)
      t.equal(code, 1)
      t.match(stderr.trimEnd(), says)
    })
  }
})

t.test('an export of some time fits to that of the time after it', async (t) => {
  const { json, ecmr, company, log, dir } = await installation(t)
  const [middle] = log
    .map(({ metadata }) => metadata.recorded_at)
    .toSorted()
    .slice(log.length / 2)
  for (const [name, time] of [
    ['until', `--until ${middle}`],
    ['since', `--since ${middle}`],
  ]) {
    const out = join(dir, String(name))
    await json(`audit export --company ${company} ${time} --out ${out}`)
    t.match(await ecmr(`audit import-check ${out}`), { code: 0, stdout: /match the export/ })
  }
  const texts = await Promise.all(
    ['until', 'since'].map((name) => readFile(join(dir, name, 'events.jsonl'), 'utf8')),
  )
  const ids = texts.flatMap((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  )
  t.same(ids.toSorted(), log.map(({ id }) => id).toSorted())
})

t.test('an export that cannot be finished leaves nothing behind', async (t) => {
  const { refuses, env, company, dir } = await installation(t)
  await refuses(
    t,
    `audit export --company ${company} --out ${dir}/no/folder`,
    /cannot be written, and nothing of it was kept: it, or its folder, is not there \(ENOENT\)\./,
  )
  await refuses(t, `audit export --company ${company}`, /Use --out to choose the folder to create\./)
  await refuses(t, `audit export --company Nowhere --out ${dir}/x`, /Company "Nowhere" not found/)
  await refuses(t, 'audit export', /Use either a note or --company\./)
  await refuses(
    t,
    `audit export ECMR-2026-0123456789 --since 2026-01-01T00:00:00Z`,
    /--since and --until only work with --company/,
  )
  const time = '--since 2026-01-01T00:00:00Z --until 2026-01-01T00:00:00Z'
  await refuses(t, `audit export --company ${company} ${time} --out ${dir}/x`, /must be later than --since/)
  // The storage is no directory, so that the first document cannot be read.
  await mkdir(join(dir, 'data'))
  await writeFile(join(dir, 'data', 'objects'), '')
  env.DATA_DIR = join(dir, 'data')
  await refuses(t, `audit export --company ${company} --out ${dir}/x`, /objects/)
  t.same(await readdir(dir), ['data'])
})

t.test('an export that is interrupted leaves nothing behind', async (t) => {
  // It waits for a checkpoint, for nothing seals the log.
  const { start, env, company, keyFile, dir } = await installation(t)
  env.EVIDENCE_KEY_FILE = keyFile
  const { child, ran } = start(`audit export --company ${company} --out ${dir}/x`)
  await until(
    async () => (await readdir(dir)).some((name) => name.startsWith('x.unfinished-')),
    'a folder beside',
  )
  child.kill('SIGINT')
  t.match(await ran, { code: 1, stdout: '', stderr: 'error: Interrupted.\n' })
  t.same(await readdir(dir), [])
})
