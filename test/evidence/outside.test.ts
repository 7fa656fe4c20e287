import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askAuthority, NoTimeStamp, parseNote, sealingState } from '@ecmr/evidence'
import t, { type Test } from 'tap'
import { certificates } from '../documents/certificates.js'
import { authority, stamping } from '../documents/time-stamps.js'
import { emptyDirectory } from '../support/empty-directory.js'
import { until } from '../support/until.js'
import { logGround } from './log-ground.js'

/** Without those that are being written. */
const finished = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !name.startsWith('.')).sort()

async function keptGround(t: Test) {
  const ground = await logGround(t)
  const directory = join(await emptyDirectory(t), 'checkpoints')
  const names = (): Promise<readonly string[]> => readdir(directory).then(finished, () => [])
  return {
    ...ground,
    directory,
    names,
    keeping: (tsaUrl?: string) =>
      ground.sealing({ evidence: { checkpoints: { kind: 'local', directory }, tsaUrl, witnesses: [] } }),
    /** resolves with what health tells, once that is this */
    async problem(told: RegExp): Promise<string> {
      const now = async () => (await sealingState(ground.pool)).problems.join(' ')
      await until(async () => told.test(await now()), `a problem: ${told}`)
      return now()
    },
  }
}

const THREE = '00000000000000000003-'

t.test('every checkpoint is kept outside, as the log signed it', async (t) => {
  const { record, keeping, evidence, names, directory } = await keptGround(t)
  await record(1)
  keeping()
  await until(async () => (await names()).length === 1, 'the first')
  await record(2)
  // A busy machine may sign one between the two events.
  await until(async () => (await names()).at(-1)?.startsWith(THREE) === true, 'the one of all three')
  const checkpoint = await evidence.latest()
  const [first, ...others] = await names()
  t.match(first, /^0{19}1-[0-9a-f]{16}\.note$/)
  const root = Buffer.from(checkpoint?.root ?? '', 'base64').toString('hex')
  t.equal(others.at(-1), `${THREE}${root.slice(0, 16)}.note`)
  t.equal(await readFile(join(directory, others.at(-1) ?? ''), 'utf8'), checkpoint?.note)
})

t.test('a place that is away is reported, and gets what it missed', async (t) => {
  const { record, keeping, evidence, names, directory, problem } = await keptGround(t)
  await mkdir(join(directory, '..'), { recursive: true })
  await writeFile(directory, 'no directory')
  await record(1)
  const { warned } = keeping()
  await problem(/^Checkpoints cannot be kept in EVIDENCE_CHECKPOINTS, and wait: /)
  t.equal(warned.length, 1, 'the log tells once')
  await record(1)
  await until(async () => (await evidence.latest())?.size === 2, 'checkpoints go on')
  await rm(directory)
  await until(async () => (await names()).length === 2, 'both')
  await problem(/^$/)
})

t.test('a name that is taken by other bytes is an alarm, and is left as it is', async (t) => {
  const { record, keeping, names, directory, problem, pool } = await keptGround(t)
  await record(1)
  const first = keeping()
  await until(async () => (await names()).length === 1, 'a checkpoint')
  await first.stop()
  const [name = ''] = await names()
  const path = join(directory, name)
  const forged = (await readFile(path, 'utf8')).replace(/at 2/, 'at 1')
  await writeFile(path, forged)
  await pool.query('update evidence.checkpoints set kept_at = null')
  keeping()
  t.match(await problem(/with other bytes/), `EVIDENCE_CHECKPOINTS holds ${name} with other bytes`)
  t.equal(await readFile(path, 'utf8'), forged)
})

t.test('a database that is older than what is kept outside signs nothing', async (t) => {
  const { record, keeping, evidence, names, pool, problem } = await keptGround(t)
  await record(5)
  const first = keeping()
  await until(async () => (await names()).length === 1, 'a checkpoint')
  await first.stop()
  // As the whole database was before the first event.
  await pool.query('alter table log.events disable trigger user')
  await pool.query('delete from log.events')
  await pool.query('truncate evidence.tiles, evidence.checkpoints')
  keeping()
  await problem(/holds 0{19}5-\w{16}\.note, which the tree of 0 events does not continue/)
  t.equal(await evidence.latest(), undefined)
})

t.test('the newest checkpoint is stamped by an authority, and the stamp is kept beside it', async (t) => {
  const made = certificates(t)
  const answers: Parameters<typeof authority>[1][] = [(_, response) => response.writeHead(503).end()]
  const stamp = stamping(made)
  const url = await authority(t, (asked, response) => answers.at(-1)?.(asked, response))
  const { record, keeping, evidence, names, directory, problem } = await keptGround(t)
  await record(3)
  keeping(url)
  await problem(/^The time stamp authority \(TSA_URL\) gave no time stamp: it answered 503\.$/)
  answers.push(stamp)
  await until(async () => (await names()).length === 2, 'a stamp')
  const [note = '', tsr = ''] = await names()
  t.equal(tsr, note.replace('.note', '.tsr'))
  const checkpoint = await evidence.latest()
  if (checkpoint === undefined) throw new Error('no checkpoint')
  made.write('kept.tsr', await readFile(join(directory, tsr)))
  made.write('checkpoint.txt', parseNote(checkpoint.note).text)
  made.openssl('ts', '-verify', '-in', 'kept.tsr', '-data', 'checkpoint.txt', '-CAfile', 'tsa.pem')
  t.strictSame(await evidence.timestampFor(checkpoint), await readFile(join(directory, tsr)))
  t.equal(await evidence.timestampFor({ ...checkpoint, size: 1 }), undefined)
})

t.test('an answer that does not hold is refused', async (t) => {
  const made = certificates(t)
  const stamp = stamping(made)
  const ask = async (answer: Parameters<typeof authority>[1], text = 'a text\n') =>
    askAuthority(await authority(t, answer), text, AbortSignal.timeout(20_000))
  const good = Buffer.from(await ask(stamp))
  const changed = Buffer.from(good)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  const cases: readonly (readonly [string, Uint8Array | string, RegExp])[] = [
    ['nothing', '', /no time stamp/],
    ['a text', 'no', /no time stamp/],
    ['a refusal', Buffer.from('30053003020102', 'hex'), /it refused \(PKIStatus 2\)/],
    ['the answer to another request', good, /it answered another request/],
    ['another signature', changed, /no time stamp/],
    ['too much', 'x'.repeat(70_000), /its answer is too large/],
  ]
  for (const [what, answer, message] of cases)
    await t.rejects(
      ask((_, response) => response.end(answer)),
      { name: 'NoTimeStamp', message },
      what,
    )
  await t.rejects(
    ask((asked, response) => stamp(otherImprint(asked), response)),
    { message: /it stamped something else/ },
    'a stamp of something else',
  )
  await t.rejects(
    ask((_, response) => response.writeHead(302, { location: '/x' }).end()),
    NoTimeStamp,
  )
})

/** A request for the stamp of something else. */
function otherImprint(asked: Buffer): Buffer {
  const at = asked.indexOf(Buffer.from('0420', 'hex')) + 2
  const other = Buffer.from(asked)
  other[at] = (asked[at] ?? 0) ^ 1
  return other
}
