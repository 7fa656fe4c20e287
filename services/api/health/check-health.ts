import type { HealthView } from '@ecmr/http-contract'
import { type Look, sharedLook, within } from '@ecmr/process'
import { type ProjectionStatus, projectionStatus } from '@ecmr/read-models'
import type { ApiContext } from '../context.js'
import { lookAtBacklogs } from './backlogs.js'

const LONGEST_CHECK_MS = 2_000
const KEPT_MS = 1_000

type Dependencies = Pick<
  ApiContext,
  'store' | 'pool' | 'checkBroker' | 'version' | 'readiness' | 'clockCheck'
>

/** How the service is, for two kinds of people. */
export interface Health {
  /** for its operators: with reasons, which may name servers */
  readonly inside: HealthView
  /** for everybody */
  readonly outside: HealthView
}

/** Looks at everything that the service stands on; all who ask within a second share one look. */
export function healthChecker(dependencies: Dependencies): () => Promise<Health> {
  const { checkBroker = async () => undefined } = dependencies
  const brokerLook = sharedLook({ 'The broker': checkBroker })
  let kept: { readonly until: number; readonly health: Promise<Health> } | undefined
  return () => {
    const now = performance.now()
    if (kept === undefined || kept.until < now)
      kept = { until: now + KEPT_MS, health: look(dependencies, brokerLook) }
    return kept.health
  }
}

async function look(
  { store, pool, version, readiness, clockCheck }: Dependencies,
  brokerLook: Look<'The broker'>,
): Promise<Health> {
  const [missing, broker, projections, backlogs] = await Promise.all([
    readiness(),
    brokerLook(),
    within(LONGEST_CHECK_MS, projectionStatus(pool, store)).catch(() => []),
    lookAtBacklogs(pool, LONGEST_CHECK_MS),
  ])
  const away = [...missing, ...broker]
  const warning = clockCheck?.warning()
  const behind = [
    ...(warning === undefined ? [] : [warning]),
    ...projections.flatMap(problemsOf),
    ...backlogs.problems,
  ]
  const lags = projections.map(({ name, lag_events, lag_ms }) => [name, { lag_events, lag_ms }])
  const view = {
    status: missing.size > 0 ? 'unavailable' : away.length + behind.length > 0 ? 'degraded' : 'ok',
    version,
    checks: {
      event_log: stateOf(missing.has('The event log')),
      postgres: stateOf(missing.has('PostgreSQL')),
      broker: stateOf(broker.size > 0),
      projections: Object.fromEntries(lags),
      ...backlogs.checks,
    },
  } as const
  return {
    inside: { ...view, problems: [...away.map(([, reason]) => reason), ...behind] },
    outside: { ...view, problems: [...away.map(([name]) => `${name} cannot be used.`), ...behind] },
  }
}

function stateOf(isAway: boolean): 'ok' | 'unavailable' {
  return isAway ? 'unavailable' : 'ok'
}

function problemsOf({ name, parked, state, problem }: ProjectionStatus): readonly string[] {
  const problems: string[] = []
  if (problem !== null) problems.push(problem)
  else if (state === 'stopped') problems.push(`No process keeps the read model ${name} up to date.`)
  if (parked > 0)
    problems.push(`In the read model ${name} the notes of ${parked} parked streams are not up to date.`)
  return problems
}
