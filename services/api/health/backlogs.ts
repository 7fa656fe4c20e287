import { auditBacklog, noticesBacklog } from '@ecmr/accounts'
import { lateReadingLinks } from '@ecmr/accounts/oauth'
import { lateErasures, lateFiles } from '@ecmr/application'
import { age, lateBackup, type PlaceRecord, placeRecords } from '@ecmr/backup'
import type { HealthView } from '@ecmr/contract'
import { readsBacklog } from '@ecmr/document-links'
import { documentsBacklog } from '@ecmr/read-models'
import { withTimeout } from '@ecmr/runtime'
import { planningBacklog } from '@ecmr/webhooks'
import type { ApiContext } from '../context.js'

/** All of this takes a few seconds at most when all is well. */
const AUDIT_LATE_MS = 30_000
const PLANNING_LATE_MS = 60_000
const READS_LATE_MS = 30_000
const DOCUMENTS_LATE_MS = 30_000
const ERASURES_LATE_S = 300
const FILES_LATE_S = 900
const LINKS_LATE_S = 300
const NOTICES_LATE_MS = 900_000

type Checks = Pick<
  HealthView['checks'],
  'audit_trail' | 'backup' | 'documents' | 'document_reads' | 'webhook_planning'
>

/** What waits to be written, and sentences about what has waited for too long. */
export interface Backlogs {
  readonly checks: Checks
  readonly problems: readonly string[]
}

/** Looks at what waits; what cannot be looked at is left out. */
export async function lookAtBacklogs(pool: ApiContext['pool'], longestMs: number): Promise<Backlogs> {
  const [audit_trail, webhook_planning, document_reads, documents, erasures, files, links, notices, backups] =
    await Promise.all([
      withTimeout(longestMs, auditBacklog(pool)).catch(() => undefined),
      withTimeout(longestMs, planningBacklog(pool)).catch(() => undefined),
      withTimeout(longestMs, readsBacklog(pool)).catch(() => undefined),
      withTimeout(longestMs, documentsBacklog(pool)).catch(() => undefined),
      withTimeout(longestMs, lateErasures(pool, ERASURES_LATE_S)).catch(() => 0),
      withTimeout(longestMs, lateFiles(pool, FILES_LATE_S)).catch(() => 0),
      withTimeout(longestMs, lateReadingLinks(pool, LINKS_LATE_S)).catch(() => 0),
      withTimeout(longestMs, noticesBacklog(pool)).catch(() => undefined),
      withTimeout(longestMs, placeRecords(pool)).catch(() => []),
    ])
  const checks = {
    ...(audit_trail && { audit_trail }),
    ...(webhook_planning && { webhook_planning }),
    ...(documents && { documents }),
    ...(document_reads && { document_reads }),
    ...backupCheck(backups),
  }
  return {
    checks,
    problems: [
      ...auditProblems(checks),
      ...lateProblems(checks),
      ...erasureProblems(erasures),
      ...fileProblems(files),
      ...linkProblems(links),
      ...backupProblems(backups),
      ...ifLate(notices, NOTICES_LATE_MS, (waiting, oldest) => {
        return `${waiting} notices wait to be mailed, the oldest for ${oldest}; the log says why, and they are tried again.`
      }),
    ],
  }
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

function erasureProblems(late: number): readonly string[] {
  return late === 0
    ? []
    : [
        `${late} erasures of personal data are not carried out completely; the log says why, and they are tried again.`,
      ]
}

function fileProblems(late: number): readonly string[] {
  return late === 0
    ? []
    : [
        `${late} files of attachments and documents are not looked after in time; the log says why, and it is tried again.`,
      ]
}

function linkProblems(late: number): readonly string[] {
  return late === 0
    ? []
    : [
        `What was read of ${late} documents for assistants is not erased in time; the panel’s log says why, and it is tried again.`,
      ]
}

/** Of the place where they are made by themselves: there is one at most. */
function backupCheck(records: readonly PlaceRecord[]): Pick<Checks, 'backup'> {
  const record = records.find(({ every_ms }) => every_ms !== null)
  if (record === undefined) return {}
  const state = lateBackup(record) === undefined ? 'ok' : 'late'
  return { backup: { state, newest_at: record.ok_at?.toISOString() ?? null } }
}

/** Without the place, which is nobody's business but the operator's. */
function backupProblems(records: readonly PlaceRecord[]): readonly string[] {
  return records
    .filter((record) => lateBackup(record) !== undefined)
    .map(({ age_ms }) => `No backup has been made for ${age(age_ms)}; "ecmr doctor" says why.`)
}

function lateProblems({ webhook_planning, documents, document_reads }: Checks): readonly string[] {
  return [
    ...ifLate(webhook_planning, PLANNING_LATE_MS, (waiting, oldest) => {
      return `The webhook deliveries of ${waiting} events are still to be written, of the oldest for ${oldest}.`
    }),
    ...ifLate(documents, DOCUMENTS_LATE_MS, (waiting, oldest) => {
      return `The documents of ${waiting} notes lack changes, the oldest for ${oldest}; the log says why they cannot be issued.`
    }),
    ...ifLate(document_reads, READS_LATE_MS, (waiting, oldest) => {
      return `Who fetched documents is not in the event log yet: ${waiting} entries wait, the oldest for ${oldest}.`
    }),
  ]
}

function ifLate(
  backlog: { readonly waiting: number; readonly oldest_ms: number } | undefined,
  lateMs: number,
  sentence: (waiting: number, oldest: string) => string,
): readonly string[] {
  const { waiting, oldest_ms } = backlog ?? { waiting: 0, oldest_ms: 0 }
  return oldest_ms > lateMs ? [sentence(waiting, seconds(oldest_ms))] : []
}

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`
