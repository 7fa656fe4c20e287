import { sleep } from '@ecmr/runtime'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { newestCheckpoint } from '../checkpoints/stored-checkpoints.js'
import { evidenceDb } from '../db.js'
import { sealedTree } from '../sealer/sealed-tree.js'
import type { Problems } from './problems.js'

const REPORT_EVERY_MS = 2_000
/** A process without reports for so long counts as gone. */
const GONE_AFTER_MS = 10_000
/** The difference of two clocks that are well is smaller. */
const CLOCK_BEHIND_MS = 2_000
const LONGEST_PROBLEM = 1_000

/** Writes every few seconds how it goes with sealing, for the health of other processes. A failed report is skipped. */
export async function reportSealing(options: {
  readonly pool: Pool
  readonly problems: Pick<Problems, 'all'>
  readonly signal: AbortSignal
}): Promise<void> {
  const { pool, signal } = options
  do {
    const problems = options.problems.all().map((sentence) => sentence.slice(0, LONGEST_PROBLEM))
    const now = sql<Date>`clock_timestamp()`
    await evidenceDb(pool)
      .insertInto('evidence.sealing')
      .values({ reported_at: now, problems, halted: null })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ reported_at: now, problems }))
      .execute()
      .catch(() => undefined)
  } while (await sleep(REPORT_EVERY_MS, signal))
}

/** How it goes with evidence. */
export interface SealingState {
  /** events that are in the tree */
  readonly sealed: number
  readonly checkpoint: { readonly size: number; readonly at: string } | undefined
  /** a sentence about each thing that is wrong */
  readonly problems: readonly string[]
}

/** How it goes with sealing, as the process that seals reported it. */
export async function sealingState(pool: Pool): Promise<SealingState> {
  const [tree, newest, report] = await Promise.all([
    sealedTree(pool),
    newestCheckpoint(pool),
    evidenceDb(pool)
      .selectFrom('evidence.sealing')
      .select(['problems', 'halted'])
      .select(sql<number>`(extract(epoch from clock_timestamp() - reported_at) * 1000)::float8`.as('ageMs'))
      .executeTakeFirst(),
  ])
  const behindMs = newest?.clockBehindMs ?? 0
  const isGone = report === undefined || Math.abs(report.ageMs) > GONE_AFTER_MS
  const problems = [
    ...(isGone
      ? ['No process seals the event log: start the relay, or what runs all in one.']
      : report.problems),
    ...(report?.halted && !report.problems.includes(report.halted) ? [report.halted] : []),
    ...(behindMs > CLOCK_BEHIND_MS ? [clockBehind(behindMs)] : []),
  ]
  return {
    sealed: tree.size,
    checkpoint: newest && { size: newest.size, at: newest.at },
    problems: [...new Set(problems)],
  }
}

function clockBehind(ms: number): string {
  return `The clock was set back: it was ${Math.round(ms / 1_000)} s behind when the newest checkpoint was signed, whose time is therefore that of the one before it. Correct the clock.`
}
