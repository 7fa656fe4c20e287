import { runAsLeader } from '@ecmr/postgres'
import { type Config, reasonOf, throttled } from '@ecmr/runtime'
import { openNamedObjects } from '@ecmr/storage'
import type { Pool } from 'pg'
import { parseVerifierKey } from '../formats/verifier-key.js'
import type { LogKey } from '../keys/log-key.js'
import { compareOutside } from '../outside/compare-outside.js'
import { keepOutside } from '../outside/keep-outside.js'
import { stampDaily } from '../stamps/stamp-daily.js'
import { showCheckpoints } from '../witnesses/show-checkpoints.js'
import { openProblems } from './problems.js'
import { reportSealing } from './report.js'
import { type SealedLog, sealLog } from './seal-log.js'
import type { SealingMetrics } from './sealing-metrics.js'
import { signRegularly } from './sign-regularly.js'

/** What is led, see `runAsLeader`. */
export const SEALER = 'evidence'

/** A pino logger fits. */
export interface SealingLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface Sealing {
  /** of the database */
  readonly url: string
  readonly pool: Pool
  readonly store: SealedLog
  readonly key: LogKey
  readonly evidence: Pick<Config['evidence'], 'checkpoints' | 'tsaUrl' | 'witnesses'>
  readonly signal: AbortSignal
  readonly log: SealingLog
  readonly metrics?: SealingMetrics
  /** the present, as it stands in checkpoints */
  readonly clock?: () => Date
  /** pause between checkpoints, milliseconds; a minute unless given */
  readonly checkpointEveryMs?: number
}

/**
 * Seals the event log in one process at a time, until the signal aborts: leaves, checkpoints, copies outside, time stamps, witnesses.
 * The others stand by, and one of them takes over within 5 s. None of these waits for another: whatever does not work is tried again,
 * logged, and shown in health.
 */
export async function sealAsLeader(options: Sealing): Promise<void> {
  const { url, signal, log, metrics } = options
  const warn = throttled((err) => log.warn({ err }, 'the event log cannot be sealed; tried again'))
  log.info({}, 'stands by: sealing the event log')
  await runAsLeader({
    url,
    name: SEALER,
    signal,
    async work(leading) {
      metrics?.leads(true)
      log.info({}, 'leads: seals the event log')
      await seal({ ...options, signal: leading }).finally(() => metrics?.leads(false))
    },
    onError: (error) => warn(error instanceof Error ? error : new Error(reasonOf(error))),
  })
}

async function seal(options: Sealing): Promise<void> {
  const { pool, store, key, evidence, signal, log, metrics, clock = () => new Date() } = options
  const problems = openProblems((subject, problem) => {
    metrics?.failing(subject, problem !== undefined)
    if (problem === undefined) log.info({ about: subject }, 'evidence: works again')
    else log.warn({ about: subject, problem }, 'evidence: does not work, and is tried again')
  })
  const objects = evidence.checkpoints && openNamedObjects(evidence.checkpoints, { log })
  const common = { pool, signal, ...(metrics && { metrics }) }
  const about = (subject: string) => ({ ...common, onProblem: problems.about(subject) })
  const { checkpointEveryMs } = options
  await Promise.all([
    sealLog({
      ...about('sealing'),
      store,
      // While that place is away there is nothing to compare with, and the log is sealed all the same.
      contradiction: async (tree) => objects && compareOutside(pool, objects, tree).catch(() => undefined),
    }),
    signRegularly({
      ...about('checkpoints'),
      making: { key, clock },
      ...(checkpointEveryMs !== undefined && { everyMs: checkpointEveryMs }),
    }),
    objects && keepOutside({ ...about('outside'), objects }),
    evidence.tsaUrl !== undefined && stampDaily({ ...about('time stamps'), url: evidence.tsaUrl }),
    reportSealing({ pool, signal, problems }),
    ...evidence.witnesses.map(({ url, vkey }) => {
      const witness = { url, key: parseVerifierKey(vkey) }
      return showCheckpoints({ ...about(`witness ${witness.key.name}`), witness })
    }),
  ])
}
