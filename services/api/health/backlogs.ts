import { auditBacklog } from '@ecmr/accounts'
import type { HealthView } from '@ecmr/contract'
import { documentsBacklog } from '@ecmr/read-models'
import { withTimeout } from '@ecmr/runtime'
import { planningBacklog } from '@ecmr/webhooks'
import type { ApiContext } from '../context.js'

/** All of this takes a few seconds at most when all is well. */
const AUDIT_LATE_MS = 30_000
const PLANNING_LATE_MS = 60_000
const DOCUMENTS_LATE_MS = 30_000

type Checks = Pick<HealthView['checks'], 'audit_trail' | 'documents' | 'webhook_planning'>

/** What waits to be written, and sentences about what has waited for too long. */
export interface Backlogs {
  readonly checks: Checks
  readonly problems: readonly string[]
}

/** Looks at what waits; what cannot be looked at is left out. */
export async function lookAtBacklogs(pool: ApiContext['pool'], longestMs: number): Promise<Backlogs> {
  const [audit_trail, webhook_planning, documents] = await Promise.all([
    withTimeout(longestMs, auditBacklog(pool)).catch(() => undefined),
    withTimeout(longestMs, planningBacklog(pool)).catch(() => undefined),
    withTimeout(longestMs, documentsBacklog(pool)).catch(() => undefined),
  ])
  const checks = {
    ...(audit_trail && { audit_trail }),
    ...(webhook_planning && { webhook_planning }),
    ...(documents && { documents }),
  }
  const problems = [...auditProblems(checks), ...planningProblems(checks), ...documentProblems(checks)]
  return { checks, problems }
}

function auditProblems({ audit_trail }: Checks): readonly string[] {
  const { waiting = 0, oldest_ms = 0, set_aside = 0 } = audit_trail ?? {}
  const problems: string[] = []
  if (oldest_ms > AUDIT_LATE_MS)
    problems.push(
      `The audit trail is behind: ${waiting} account changes are not in the event log yet, the oldest for ${seconds(oldest_ms)}.`,
    )
  if (set_aside > 0)
    problems.push(
      `The event log cannot take ${set_aside} account changes; "ecmr audit pending" shows why, and "ecmr audit retry" tries again.`,
    )
  return problems
}

function planningProblems({ webhook_planning }: Checks): readonly string[] {
  const { waiting = 0, oldest_ms = 0 } = webhook_planning ?? {}
  if (oldest_ms <= PLANNING_LATE_MS) return []
  return [
    `The webhook deliveries of ${waiting} events are still to be written, of the oldest for ${seconds(oldest_ms)}.`,
  ]
}

function documentProblems({ documents }: Checks): readonly string[] {
  const { waiting = 0, oldest_ms = 0 } = documents ?? {}
  if (oldest_ms <= DOCUMENTS_LATE_MS) return []
  return [
    `The documents of ${waiting} notes lack changes, the oldest for ${seconds(oldest_ms)}; the log says why they cannot be issued.`,
  ]
}

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`
