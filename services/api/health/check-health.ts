import type { HealthView } from '@ecmr/contract'
import { projectionStatus } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import { type Look, STORE_WAIT_MS, sharedLook, withTimeout } from '@ecmr/runtime'
import type { ApiContext } from '../context.js'
import { lookAtBacklogs } from './backlogs.js'
import { lookAtEvidence } from './evidence.js'
import { readModelProblems } from './read-model-problems.js'

const KEPT_MS = 1_000

type Dependencies = Pick<
  ApiContext,
  | 'store'
  | 'pool'
  | 'evidence'
  | 'files'
  | 'checkBroker'
  | 'checkReading'
  | 'checkTableSizes'
  | 'version'
  | 'readiness'
  | 'clockCheck'
  | 'storeWaitMs'
>

/** What commands can be accepted without. */
type Besides = 'The broker' | 'Reading the event log' | 'Making documents' | 'Reading the sizes of tables'

const NO_EVIDENCE = 'Evidence about the event log is not made as it should be.'
const UNKNOWN_LAG = 'How far the read models are behind the event log is not known.'

/** How the service is, for two kinds of people. */
export interface Health {
  /** for its operators: with reasons, which may name servers */
  readonly inside: HealthView
  /** for the public */
  readonly outside: HealthView
}

/** Looks at everything that the service stands on; all who ask within a second share one look. */
export function healthChecker(dependencies: Dependencies): () => Promise<Health> {
  const {
    checkBroker = isWell,
    checkReading = isWell,
    checkTableSizes = isWell,
    files,
    storeWaitMs,
  } = dependencies
  const besides = sharedLook<Besides>(
    {
      'The broker': checkBroker,
      'Reading the event log': checkReading,
      'Making documents': () => files.check(),
      'Reading the sizes of tables': checkTableSizes,
    },
    storeWaitMs,
  )
  let kept: { readonly until: number; readonly health: Promise<Health> } | undefined
  return () => {
    const now = performance.now()
    if (kept === undefined || kept.until < now)
      kept = { until: now + KEPT_MS, health: look(dependencies, besides) }
    return kept.health
  }
}

async function look(
  { store, pool, evidence, version, readiness, clockCheck, storeWaitMs = STORE_WAIT_MS }: Dependencies,
  besides: Look<Besides>,
): Promise<Health> {
  const [missing, others, readModels, backlogs, sealing] = await Promise.all([
    readiness(),
    besides(),
    withTimeout(storeWaitMs, projectionStatus(pool, store, projections)).catch(() => undefined),
    lookAtBacklogs(pool, storeWaitMs),
    lookAtEvidence(pool, evidence !== undefined, storeWaitMs),
  ])
  const away = [...missing, ...others]
  const unknown = readModels === undefined && missing.size === 0 ? [UNKNOWN_LAG] : []
  const ofReadModels = readModels?.flatMap(readModelProblems) ?? unknown
  const warning = clockCheck?.warning()
  const ofClock = warning === undefined ? [] : [warning]
  const behind = [...ofClock, ...ofReadModels, ...backlogs.problems]
  const lags = (readModels ?? []).map(({ name, lag_events, lag_ms }) => [name, { lag_events, lag_ms }])
  const view = {
    status:
      missing.size > 0
        ? 'unavailable'
        : away.length + behind.length + sealing.problems.length > 0
          ? 'degraded'
          : 'ok',
    version,
    checks: {
      event_log: stateOf(missing.has('The event log')),
      postgres: stateOf(missing.has('PostgreSQL')),
      broker: stateOf(others.has('The broker')),
      projections: Object.fromEntries(lags),
      ...sealing.check,
      ...backlogs.checks,
    },
  } as const
  return {
    inside: { ...view, problems: [...away.map(([, reason]) => reason), ...behind, ...sealing.problems] },
    outside: {
      ...view,
      problems: [
        ...away.map(([name]) => `${name} cannot be used.`),
        ...behind,
        ...(sealing.problems.length > 0 ? [NO_EVIDENCE] : []),
      ],
    },
  }
}

async function isWell(): Promise<void> {}

function stateOf(isAway: boolean): 'ok' | 'unavailable' {
  return isAway ? 'unavailable' : 'ok'
}
