import type { HealthView } from '@ecmr/http-contract'
import { projectionStatus } from '@ecmr/read-models'
import type { ApiDependencies } from '../dependencies.js'
import { within } from './within.js'

const LONGEST_CHECK_MS = 2_000
const KEPT_MS = 1_000

type Dependencies = Pick<ApiDependencies, 'store' | 'pool' | 'checkBroker' | 'version'>

/** Looks at everything that the service stands on; all who ask within a second share one look. */
export function healthChecker(dependencies: Dependencies): () => Promise<HealthView> {
  let kept: { readonly until: number; readonly view: Promise<HealthView> } | undefined
  return () => {
    const now = performance.now()
    if (kept === undefined || kept.until < now) kept = { until: now + KEPT_MS, view: look(dependencies) }
    return kept.view
  }
}

async function look({ store, pool, checkBroker, version }: Dependencies): Promise<HealthView> {
  const [event_log, postgres, broker, projections] = await Promise.all([
    stateOf(store.head()),
    stateOf(pool.query('select 1')),
    stateOf(checkBroker?.() ?? Promise.resolve()),
    within(LONGEST_CHECK_MS, projectionStatus(pool, store)).catch(() => []),
  ])
  const lags = projections.map(({ name, lag_events, lag_ms }) => [name, { lag_events, lag_ms }])
  const working = event_log === 'ok' && postgres === 'ok'
  const whole =
    working &&
    broker === 'ok' &&
    projections.every(({ parked, state }) => parked === 0 && state !== 'stopped')
  return {
    status: whole ? 'ok' : working ? 'degraded' : 'unavailable',
    version,
    checks: { event_log, postgres, broker, projections: Object.fromEntries(lags) },
  }
}

async function stateOf(check: Promise<unknown>): Promise<'ok' | 'unavailable'> {
  return within(LONGEST_CHECK_MS, check).then(
    () => 'ok',
    () => 'unavailable',
  )
}
