import type { HealthView } from '@ecmr/contract'
import { sealingState } from '@ecmr/evidence'
import { withTimeout } from '@ecmr/runtime'
import type { ApiContext } from '../context.js'

/** Looks at how it goes with evidence; what cannot be looked at is left out. */
export async function lookAtEvidence(
  pool: ApiContext['pool'],
  isOn: boolean,
  longestMs: number,
): Promise<{ readonly check: Pick<HealthView['checks'], 'evidence'>; readonly problems: readonly string[] }> {
  if (!isOn) return { check: { evidence: 'off' }, problems: [] }
  const state = await withTimeout(longestMs, sealingState(pool)).catch(() => undefined)
  if (state === undefined) return { check: {}, problems: [] }
  return { check: { evidence: state.problems.length > 0 ? 'degraded' : 'ok' }, problems: state.problems }
}
