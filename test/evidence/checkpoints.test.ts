import {
  type Checkpoint,
  consistencyProof,
  fromBase64,
  leafHashOf,
  NotCovered,
  openEvidence,
  openNote,
  parseCheckpoint,
  parseProof,
  parseVerifierKey,
  rootOf,
  sealingState,
  tileReader,
  verifyConsistency,
  verifyInclusion,
} from '@ecmr/evidence'
import t from 'tap'
import { until } from '../support/until.js'
import { logGround, newLogKey, ORIGIN } from './log-ground.js'

const headOf = ({ size, root }: Checkpoint) => ({ size, root: fromBase64(root, 'root') })

t.test('an event is covered by a checkpoint within seconds, and proved by it', async (t) => {
  const { record, sealing, evidence, key } = await logGround(t)
  t.equal(await evidence.latest(), undefined)
  const events = await record(300)
  sealing()
  for (const event of [events[0], events[255], events[299]]) {
    if (event === undefined) throw new Error('no event')
    const checkpoint = await evidence.covering(event, 10_000)
    if (checkpoint === undefined) throw new Error('not covered')
    const { text } = openNote(checkpoint.note, [parseVerifierKey(key.vkey)])
    t.match(parseCheckpoint(text), { origin: ORIGIN, size: 300, at: checkpoint.at })
    const proof = parseProof(await evidence.proofOf(event, checkpoint))
    t.equal(proof.checkpoint, checkpoint.note)
    t.ok(verifyInclusion(leafHashOf(event), proof.index, headOf(checkpoint), proof.hashes))
  }
  t.match(await evidence.keys(), { log: [key.vkey], witnesses: [] })
})

t.test('later checkpoints continue earlier ones, on demand at most one a second', async (t) => {
  const { record, sealing, evidence, pool } = await logGround(t)
  await record(3)
  sealing({ checkpointEveryMs: 60_000 })
  const made: Checkpoint[] = []
  for (let round = 0; round < 4; round++) {
    const [event] = await record(1)
    if (event === undefined) throw new Error('no event')
    const covering = await Promise.all(Array.from({ length: 10 }, () => evidence.covering(event, 10_000)))
    const [checkpoint] = covering
    if (checkpoint === undefined) throw new Error('not covered')
    t.equal(new Set(covering.map((each) => each?.note)).size, 1, 'all who ask at once get one')
    made.push(checkpoint)
  }
  for (const [n, later] of made.entries()) {
    const earlier = made[n - 1]
    if (earlier === undefined) continue
    t.ok(earlier.at <= later.at)
    const proof = await consistencyProof(earlier.size, later.size, tileReader(pool))
    t.ok(verifyConsistency(headOf(earlier), headOf(later), proof))
  }
  const { rows } = await pool.query(
    `select min(next - made_at) >= interval '1 second' as apart from (
       select made_at, lead(made_at) over (order by size) as next from evidence.checkpoints) c`,
  )
  t.strictSame(rows, [{ apart: true }])
})

t.test('an event that is not sealed is not waited for longer than is said, and not proved', async (t) => {
  const { record, sealing, evidence, sealed } = await logGround(t)
  await record(1)
  const { stop } = sealing()
  await sealed(1)
  await until(async () => (await evidence.latest()) !== undefined, 'a checkpoint')
  await stop()
  const [late] = await record(1)
  const checkpoint = await evidence.latest()
  if (late === undefined || checkpoint === undefined) throw new Error('no event')
  t.equal(await evidence.covering(late, 100), undefined)
  await t.rejects(evidence.proofOf(late, checkpoint), NotCovered)
})

t.test('a clock that goes back does not take the checkpoints with it, and is reported', async (t) => {
  const { record, sealing, evidence, pool, key } = await logGround(t)
  const [event] = await record(1)
  const { stop } = sealing()
  await until(async () => (await evidence.latest()) !== undefined, 'a checkpoint')
  await stop()
  const before = await evidence.latest()
  await record(1)
  const clock = (): Date => new Date(Date.now() - 3_600_000)
  sealing({ clock })
  await until(async () => (await evidence.latest())?.size === 2, 'the next one')
  t.equal((await evidence.latest())?.at, before?.at)
  const { problems } = await sealingState(pool)
  t.match(problems, [/^The clock was set back: it was 3[56]\d\d s behind/])
  t.ok(event && (await openEvidence({ pool, key }).covering(event, 0)))
})

t.test('another key signs nothing', async (t) => {
  const { record, sealing, evidence, pool } = await logGround(t)
  await record(1)
  const { stop } = sealing()
  await until(async () => (await evidence.latest()) !== undefined, 'a checkpoint')
  await stop()
  await record(1)
  const other = sealing({ key: await newLogKey(t) })
  await until(() => other.warned.length > 0, 'a warning')
  t.match(other.warned, [/^EVIDENCE_KEY_FILE holds another key than the one that signed checkpoints so far/])
  t.equal((await evidence.latest())?.size, 1)
  await until(async () => (await sealingState(pool)).problems.length > 0, 'health tells')
})

t.test('a tree that was replaced is not signed over', async (t) => {
  const { record, sealing, evidence, pool } = await logGround(t)
  await record(5)
  const { stop } = sealing()
  await until(async () => (await evidence.latest())?.size === 5, 'a checkpoint')
  await stop()
  await pool.query(
    `update evidence.tiles set hashes = set_byte(hashes, 70, get_byte(hashes, 70) # 1) where level = 0`,
  )
  await record(1)
  const { warned } = sealing()
  await until(() => warned.length > 0, 'a warning')
  t.match(warned, [/^The tree of 6 events does not continue the checkpoint of 5/])
  t.equal((await evidence.latest())?.size, 5)
})

t.test('a log that lost its end is not sealed over, and everything stays as it was', async (t) => {
  const { record, sealing, evidence, pool, tiles } = await logGround(t)
  const events = await record(5)
  const { stop } = sealing()
  await until(async () => (await evidence.latest())?.size === 5, 'a checkpoint')
  await stop()
  const before = await tiles()
  await pool.query('alter table log.events disable trigger user')
  await pool.query('delete from log.events where position > $1', [Number(events[2]?.position)])
  const { warned } = sealing()
  await until(() => warned.length > 0, 'a warning')
  t.match(warned, [/^The event log does not hold the event that was sealed last.*ecmr evidence rebuild/])
  t.strictSame(await tiles(), before)
  t.equal((await evidence.latest())?.size, 5)
  const checkpoint = await evidence.latest()
  const root = await rootOf(5, tileReader(pool))
  t.strictSame(Buffer.from(root).toString('base64'), checkpoint?.root)
})
