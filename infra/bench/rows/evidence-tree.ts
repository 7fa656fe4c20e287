import { createHash, randomInt } from 'node:crypto'
import {
  appendLeaves,
  inclusionProof,
  indexOf,
  type LeafEvent,
  leafHashOf,
  migrateEvidence,
  rootOf,
  sealedTree,
  tileReader,
  verifyInclusion,
} from '@ecmr/evidence'
import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { atMost, type Bench, type Line, type Row } from '../harness/bench.js'
import { median, percentile } from '../harness/numbers.js'

const LEAVES = 10_000_000
const PROOFS = 300
/** as many as the sealer reads at a time */
const PAGE = 8_192

// A tree of ten million leaves of events that are nowhere: what it takes to make it, against hashing the leaves alone and
// against itself when it is half the size; and proofs out of it, against its tiles read by themselves.
export const evidenceTree: Row = async (bench) => {
  const url = await bench.database('bench_evidence_tree')
  const pool = openPool({ url, max: 4, name: 'bench' })
  await migrateEvidence(pool)
  const lines = [...(await growth(bench, pool)), ...(await proofs(pool))]
  await pool.end()
  return lines
}

async function growth(bench: Bench, pool: Pool): Promise<readonly Line[]> {
  const leaves = bench.quick ? LEAVES / 10 : LEAVES
  const began = performance.now()
  let tree = await sealedTree(pool)
  let [early, most] = [0, 0]
  while (tree.size < leaves) {
    tree = await appendLeaves(pool, tree, someEvents(tree.size, Math.min(PAGE, leaves - tree.size)))
    most = Math.max(most, process.memoryUsage.rss() / 1024 ** 2)
    if (tree.size <= leaves / 2) early = most
  }
  const rate = (tree.size * 1000) / (performance.now() - began)
  const hashing = hashingRate()
  const count = leaves.toLocaleString('en')
  const named = { what: `tree of ${count} leaves, growing`, unit: 'leaves/s', ours: rate, baseline: hashing }
  return [
    { ...named, measure: rate / hashing, goal: { at: 'least', value: 0.3 } },
    {
      what: 'and its memory, against half of it (flat)',
      unit: 'MB',
      ours: most,
      baseline: early,
      measure: most / early,
      goal: { at: 'most', value: 1.15 },
    },
  ]
}

/** How many leaves a second a loop hashes that does nothing else. */
function hashingRate(): number {
  const events = someEvents(0, 100_000)
  const began = performance.now()
  for (const { stream, revision, hash } of events)
    createHash('sha256').update(`\0${stream}@${revision} ${hash}`).digest()
  return (events.length * 1000) / (performance.now() - began)
}

async function proofs(pool: Pool): Promise<readonly Line[]> {
  const { size } = await sealedTree(pool)
  const read = tileReader(pool)
  const tree = { size, root: await rootOf(size, read) }
  const ours: number[] = []
  const baseline: number[] = []
  for (let n = 0; n < PROOFS; n++) {
    const place = randomInt(size)
    const [event] = someEvents(place, 1)
    if (!event) continue
    baseline.push(await milliseconds(() => tilesAlone(pool, place, size)))
    ours.push(
      await milliseconds(async () => {
        const index = (await indexOf(pool, event)) ?? Number.NaN
        const proof = await inclusionProof(index, size, read)
        if (!verifyInclusion(leafHashOf(event), index, tree, proof)) throw new Error(`${place} is not proven`)
      }),
    )
  }
  const p95 = { ours: percentile(ours, 0.95), baseline: percentile(baseline, 0.95) }
  return [
    {
      what: 'a proof out of it, found and verified, median',
      unit: 'ms',
      ours: median(ours),
      baseline: median(baseline),
      measure: median(ours) / median(baseline),
      goal: { at: 'most', value: 2 },
    },
    atMost(20, { what: 'and 95 % of them', unit: 'ms', ours: p95.ours }),
  ]
}

/** The tiles that a proof is made of, by bare statements: those above the leaf, and those at the edge. */
async function tilesAlone(pool: Pool, place: number, size: number): Promise<void> {
  for (let level = 0; 256 ** level <= size; level++)
    for (const leaf of [place, size - 1])
      await pool.query('select hashes from evidence.tiles where level = $1 and index = $2', [
        level,
        Math.floor(leaf / 256 ** (level + 1)),
      ])
}

function someEvents(from: number, count: number): readonly LeafEvent[] {
  return Array.from({ length: count }, (_, n) => ({
    stream: `ecmr-${from + n}`,
    revision: 0,
    position: String(from + n + 1).padStart(16, '0'),
    hash: (from + n).toString(16).padStart(64, '0'),
  }))
}

async function milliseconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
