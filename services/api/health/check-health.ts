import type { HealthView } from '@ecmr/http-contract'
import { type Look, sharedLook, within } from '@ecmr/process'
import { type ProjectionStatus, projectionStatus } from '@ecmr/read-models'
import type { ApiContext } from '../context.js'

const LONGEST_CHECK_MS = 2_000
const KEPT_MS = 1_000

type Dependencies = Pick<ApiContext, 'store' | 'pool' | 'checkBroker' | 'version' | 'readiness'>

/** Looks at everything that the service stands on; all who ask within a second share one look. */
export function healthChecker(dependencies: Dependencies): () => Promise<HealthView> {
  const { checkBroker = async () => undefined } = dependencies
  const brokerLook = sharedLook({ 'The broker': checkBroker })
  let kept: { readonly until: number; readonly view: Promise<HealthView> } | undefined
  return () => {
    const now = performance.now()
    if (kept === undefined || kept.until < now)
      kept = { until: now + KEPT_MS, view: look(dependencies, brokerLook) }
    return kept.view
  }
}

async function look(
  { store, pool, version, readiness }: Dependencies,
  brokerLook: Look<'The broker'>,
): Promise<HealthView> {
  const [missing, broker, projections] = await Promise.all([
    readiness(),
    brokerLook(),
    within(LONGEST_CHECK_MS, projectionStatus(pool, store)).catch(() => []),
  ])
  const problems = [...missing.values(), ...broker.values(), ...projections.flatMap(problemsOf)]
  const lags = projections.map(({ name, lag_events, lag_ms }) => [name, { lag_events, lag_ms }])
  return {
    status: missing.size > 0 ? 'unavailable' : problems.length > 0 ? 'degraded' : 'ok',
    version,
    checks: {
      event_log: stateOf(missing.has('The event log')),
      postgres: stateOf(missing.has('PostgreSQL')),
      broker: stateOf(broker.size > 0),
      projections: Object.fromEntries(lags),
    },
    problems,
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
