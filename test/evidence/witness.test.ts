import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  consistencyProof,
  type Fork,
  formatCheckpoint,
  formatRequest,
  leafHash,
  newKey,
  openMemory,
  openNote,
  openWitness,
  parseVerifierKey,
  readSigner,
  rootOf,
  sealingState,
  serveWitness,
  signNote,
} from '@ecmr/evidence'
import { StartFault } from '@ecmr/runtime'
import t, { type Test } from 'tap'
import { emptyDirectory } from '../support/empty-directory.js'
import { until } from '../support/until.js'
import { logGround, newLogKey, ORIGIN } from './log-ground.js'
import { tilesOver } from './trees.js'

const log = await newLogKey(t)
const leaves = (fork: string, count: number, common = 0) =>
  Array.from({ length: count }, (_, n) => leafHash(n < common ? `leaf ${n}` : `${fork} ${n}`))
const honest = leaves('leaf', 300)

/** A request of a log with these leaves. */
async function request(
  tree: readonly Uint8Array[],
  oldSize: number,
  size: number,
  key = log,
): Promise<string> {
  const read = tilesOver(tree)
  const root = await rootOf(size, read)
  const note = signNote(
    formatCheckpoint({ origin: key.name, size, root, at: '2026-01-01T00:00:00.000Z' }),
    key,
  )
  return formatRequest({
    oldSize,
    proof: oldSize > size ? [] : await consistencyProof(oldSize, size, read),
    note,
  })
}

async function newWitness(t: Test, name: string) {
  const directory = await emptyDirectory(t)
  const path = join(directory, 'memory.json')
  await writeFile(join(directory, 'key'), newKey())
  const signer = await readSigner(join(directory, 'key'), name, 'cosignature/v1')
  const forks: Fork[] = []
  const logs = [parseVerifierKey(log.vkey)]
  const open = async () =>
    openWitness({ signer, logs, memory: await openMemory(path), onFork: (fork) => forks.push(fork) })
  return { path, vkey: signer.vkey, forks, open, ...(await open()) }
}

t.test('a witness cosigns what continues what it has cosigned', async (t) => {
  const witness = await newWitness(t, 'w.example')
  for (const [from, to] of [
    [0, 3],
    [3, 3],
    [3, 256],
    [256, 300],
  ] as const) {
    const body = await request(honest, from, to)
    const answer = await witness.addCheckpoint(body)
    t.equal(answer.status, 200, answer.body)
    const note = `${body.slice(body.indexOf('\n\n') + 2)}${answer.body}`
    const { verified } = openNote(note, [parseVerifierKey(witness.vkey)])
    t.ok((verified[0]?.cosignedAt ?? 0) > 1_700_000_000)
  }
  t.equal((await witness.open()).newest(ORIGIN)?.size, 300, 'a new process remembers it')
})

t.test('a witness refuses everything else, and remembers nothing of it', async (t) => {
  const witness = await newWitness(t, 'w.example')
  await witness.addCheckpoint(await request(honest, 0, 100))
  const good = await request(honest, 100, 200)
  const [, ...hashes] = good.slice(0, good.indexOf('\n\n')).split('\n')
  const stranger = await newLogKey(t)
  const forked = leaves('fork', 200, 99)
  const cases: readonly (readonly [string, number, string, RegExp])[] = [
    ['no text', 400, '', /blank line/],
    ['no old size', 400, good.replace('old 100', 'new 100'), /does not begin with the old size/],
    ['an old size of another form', 400, good.replace('old 100', 'old 0100'), /whole number/],
    ['an old size beyond 2^53', 400, good.replace('old 100', 'old 9007199254740993'), /beyond/],
    ['an old size beyond the checkpoint', 400, await request(honest, 201, 200), /beyond 200/],
    ['too many hashes', 400, good.replace('\n\n', `\n${`${hashes[0]}\n`.repeat(64)}\n`), /more than 63/],
    [
      'another log',
      404,
      good.replace(`\n\n${ORIGIN}`, '\n\nother.example/ecmr-log'),
      /not one that this witness knows/,
    ],
    ['another key', 403, await request(honest, 100, 200, stranger), /^No known key/],
    ['a changed size', 403, good.replace('\n200\n', '\n201\n'), /is wrong/],
    ['an older state', 409, await request(honest, 50, 200), /^100\n$/],
    ['no state', 409, await request(honest, 0, 200), /^100\n$/],
    ['a missing hash', 422, good.replace(`${hashes[0]}\n`, ''), /does not continue/],
    ['a fork', 422, await request(forked, 100, 200), /the log forked within its first 100 leaves/],
    ['a fork of the same size', 422, await request(forked, 100, 100), /forked/],
  ]
  for (const [what, status, body, sentence] of cases) {
    const answer = await witness.addCheckpoint(body)
    t.equal(answer.status, status, `${what}: ${answer.body}`)
    t.match(answer.body, sentence, what)
  }
  t.equal(witness.newest(ORIGIN)?.size, 100)
  t.equal(witness.forks.length, 3, 'contradictions are told, with both notes')
  t.match(witness.forks.at(-1), { origin: ORIGIN, cosigned: /^.*\n100\n/, offered: /^.*\n100\n/ })
  t.equal((await witness.addCheckpoint(good)).status, 200)
  const first = await newWitness(t, 'w.example')
  t.equal((await first.addCheckpoint(good.replace('old 100', 'old 0'))).status, 422, 'a proof from nothing')
})

t.test('of two forks that are shown to two witnesses each comes out at the other one', async (t) => {
  const [one, two] = [await newWitness(t, 'one.example'), await newWitness(t, 'two.example')]
  const other = leaves('fork', 300, 120)
  t.equal((await one.addCheckpoint(await request(honest, 0, 150))).status, 200)
  t.equal((await two.addCheckpoint(await request(other, 0, 160))).status, 200)
  t.equal((await one.addCheckpoint(await request(other, 150, 300))).status, 422)
  t.equal((await two.addCheckpoint(await request(honest, 160, 300))).status, 422)
  t.same([one.forks.length, two.forks.length], [1, 1])
})

t.test(
  'a witness that was set back cosigns a fork, and comes out at the log and by its own notes',
  async (t) => {
    const witness = await newWitness(t, 'w.example')
    await witness.addCheckpoint(await request(honest, 0, 100))
    const older = await readFile(witness.path)
    await witness.addCheckpoint(await request(honest, 100, 200))
    const newest = witness.newest(ORIGIN)?.note ?? ''
    await writeFile(witness.path, older)
    const setBack = await witness.open()
    t.equal((await setBack.addCheckpoint(await request(leaves('fork', 250, 100), 100, 250))).status, 200)
    t.match(await setBack.addCheckpoint(await request(honest, 200, 240)), { status: 409, body: '250\n' })
    t.equal((await setBack.addCheckpoint(await request(honest, 250, 300))).status, 422)
    const known = [parseVerifierKey(witness.vkey)]
    t.equal(openNote(newest, known).verified.length, 1, 'it has signed both')
    t.match(witness.forks, [{ cosigned: /\n250\n/, offered: /\n300\n/ }])
  },
)

t.test('requests at the same time do not take the memory back', async (t) => {
  const witness = await newWitness(t, 'w.example')
  const sizes = [100, 200, 300]
  const bodies = await Promise.all(sizes.map((size) => request(honest, 0, size)))
  const answers = await Promise.all(bodies.map((body) => witness.addCheckpoint(body)))
  t.same(
    answers.map(({ status }) => status),
    [200, 409, 409],
  )
})

t.test('a file that holds something else is no memory', async (t) => {
  for (const text of ['', '[1]', '{"a":{"size":-0.5,"root":"","note":""}}', '{"a":1}']) {
    const { path, open } = await newWitness(t, 'w.example')
    await writeFile(path, text)
    await t.rejects(open(), StartFault)
  }
})

/** A witness at an address, for a log with a key of its own. */
async function served(t: Test, vkey: string) {
  const directory = await emptyDirectory(t)
  await writeFile(join(directory, 'key'), newKey())
  const signer = await readSigner(join(directory, 'key'), 'w.example', 'cosignature/v1')
  const memory = await openMemory(join(directory, 'memory.json'))
  const witness = openWitness({ signer, memory, logs: [parseVerifierKey(vkey)] })
  const serve = async (port: number) => {
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const server = await serveWitness(witness, { host: '127.0.0.1', port, origins: [ORIGIN], onError })
    t.teardown(() => server.close())
    return { url: `http://127.0.0.1:${portIn(server.address())}`, server }
  }
  return { vkey: signer.vkey, serve }
}

function portIn(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

t.test('each checkpoint is shown to a witness, and bears its cosignature', async (t) => {
  const { record, sealing, evidence, key, pool } = await logGround(t)
  const { vkey, serve } = await served(t, key.vkey)
  const { url, server } = await serve(0)
  await record(2)
  sealing({ evidence: { checkpoints: undefined, tsaUrl: undefined, witnesses: [{ url, vkey }] } })
  const cosigned = async (size: number): Promise<boolean> => {
    const checkpoint = await evidence.latest()
    return checkpoint?.size === size && checkpoint.note.includes('— w.example ')
  }
  await until(() => cosigned(2), 'a cosignature')
  const known = [parseVerifierKey(vkey), parseVerifierKey(key.vkey)]
  t.equal(openNote((await evidence.latest())?.note ?? '', known).verified.length, 2)

  const port = Number(new URL(url).port)
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  await record(3)
  await until(async () => (await evidence.latest())?.size === 5, 'a checkpoint without the witness')
  await until(async () => (await sealingState(pool)).problems.length > 0, 'health tells')
  t.match((await sealingState(pool)).problems, [/^The witness w\.example does not answer: nothing listens/])
  await serve(port)
  await until(() => cosigned(5), 'the cosignature, later')

  const digest = createHash('sha256').update(ORIGIN).digest('hex')
  const shown = await fetch(`${url}/${digest}/checkpoint`).then((answer) => answer.text())
  t.equal(openNote(shown, known).verified.length, 2)
  t.match(shown, /\n5\n/)
  t.equal((await fetch(`${url}/${'0'.repeat(64)}/checkpoint`)).status, 404)
  const large = await fetch(`${url}/add-checkpoint`, { method: 'POST', body: 'x'.repeat(100_000) })
  t.equal(large.status, 413)
  const stale = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body: await request(honest, 1, 2, key),
  })
  t.equal(stale.headers.get('content-type'), 'text/x.tlog.size')
  t.equal(await stale.text(), '5\n')
})
