import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type EventStore, START } from '@ecmr/event-store'
import {
  consistencyProof,
  leafHashOf,
  newKey,
  readLeaves,
  rootOf,
  sealedTree,
  tileReader,
  verifyConsistency,
} from '@ecmr/evidence'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { newEvents, newStream } from '../contract/event-store/events.js'
import { startProcess } from '../support/child-process.js'
import { emptyDirectory } from '../support/empty-directory.js'
import { until } from '../support/until.js'
import { sealedDatabase } from './sealed-database.js'
import { treeHash } from './trees.js'

const KILLS = 25
const SEALER = fileURLToPath(new URL('sealer-process.js', import.meta.url))

async function allLeaves(store: EventStore): Promise<readonly Uint8Array[]> {
  const leaves: Uint8Array[] = []
  for (let after = START; ; ) {
    const page = await readLeaves(store, { after, limit: 4_000 })
    leaves.push(...page.map(leafHashOf))
    const last = page.at(-1)
    if (!last) return leaves
    after = last.position
  }
}

/** Records events until the signal aborts, as many as sealers can be killed at, and not as fast as it can. */
async function write(store: EventStore, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await store.append(newStream(), 'no_stream', newEvents(randomInt(1, 8)))
    await delay(randomInt(10))
  }
}

async function nextCheckpoint(pool: Pool): Promise<void> {
  const count = async () =>
    Number((await pool.query('select count(*) from evidence.checkpoints')).rows[0].count)
  const before = await count()
  await until(async () => (await count()) > before, 'a checkpoint')
}

/** Each checkpoint, and the tree at the end, continue the one before. */
async function continueEachOther(t: Test, pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ size: number; root: string; at: string }>(
    'select size, root, at from evidence.checkpoints order by size',
  )
  t.ok(rows.length >= KILLS / 2, `${rows.length} checkpoints`)
  t.same(
    rows,
    rows.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    'later ones are larger',
  )
  const read = tileReader(pool)
  const { size } = await sealedTree(pool)
  const heads = rows.map(({ size, root }) => ({ size, root: Buffer.from(root, 'base64') }))
  let before = { size: 0, root: await rootOf(0, read) }
  for (const head of [...heads, { size, root: await rootOf(size, read) }]) {
    const proof = await consistencyProof(before.size, head.size, read)
    if (!verifyConsistency(before, head, proof)) t.fail(`${head.size} does not continue ${before.size}`)
    before = head
  }
}

t.test('sealers that are killed while they append leave no leaf out, nor twice', async (t) => {
  const { url, pool, open, seal, root } = await sealedDatabase(t)
  const store = await open()
  const keyFile = join(await emptyDirectory(t), 'evidence.key')
  await writeFile(keyFile, newKey())
  const start = async () => {
    const sealer = startProcess(t, [SEALER, url, keyFile])
    await sealer.untilOutput(/^seals$/m)
    return sealer
  }
  const stopping = new AbortController()
  const writing = write(store, stopping.signal)
  // Two at a time, which get in each other's way.
  let [older, newer] = [await start(), await start()]
  for (let kill = 0; kill < KILLS; kill++) {
    // Every second kill comes some time after a checkpoint, the others anywhere.
    if (kill % 2 === 0) await nextCheckpoint(pool)
    await delay(randomInt(80))
    older.child.kill('SIGKILL')
    t.equal(await older.ended, 'SIGKILL', older.output())
    older = newer
    newer = await start()
  }
  for (const sealer of [older, newer]) sealer.child.kill('SIGKILL')
  await Promise.all([older.ended, newer.ended])
  stopping.abort()
  await writing

  const { size } = await seal(store)
  const leaves = await allLeaves(store)
  t.equal(size, leaves.length)
  t.equal(await root(), Buffer.from(treeHash(leaves)).toString('hex'))
  await continueEachOther(t, pool)
})
