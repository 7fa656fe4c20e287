import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openEventStore, type RecordedEvent } from '@ecmr/event-store'
import { Type } from '@sinclair/typebox'
import { logPages } from '../../harness/log-pages.js'
import { ecmr } from '../../harness/operator.js'
import { bodyOf } from '../../harness/requests.js'
import type { Fact } from '../announcements.js'
import type { Stage } from './installation.js'

const SHOWN_WITHIN_MS = 10_000
const SETTLED_WITHIN_MS = 60_000

const health = Type.Object({ status: Type.String(), problems: Type.Array(Type.String()) })

/** Where an operator sees that the log is behind. */
export interface Shown {
  readonly health: boolean
  readonly metrics: boolean
  readonly log: boolean
}

/** Waits for up to 10 s until health, metrics and log say that the log is behind, and what to run. */
export async function shownBehind(stage: Stage): Promise<Shown> {
  const deadline = Date.now() + SHOWN_WITHIN_MS
  for (;;) {
    const problems = await problemsOf(stage)
    const metrics = await fetch(stage.metrics).then(
      (answer) => answer.text(),
      () => '',
    )
    const shown = {
      health: problems.some((problem) => problem.includes('ecmr store reconcile')),
      metrics: /^ecmr_(projection|webhooks)_diverged(\{.*\})? 1$/m.test(metrics),
      log: stage.service.output().includes('ecmr store reconcile'),
    }
    if ((shown.health && shown.metrics && shown.log) || Date.now() > deadline) return shown
    await delay(100)
  }
}

/** Does what health says; returns how many events are gone. */
export async function cure({ environment, directory }: Stage, round: number): Promise<number> {
  const file = join(directory, `gone-${round}.jsonl`)
  const { gone } = JSON.parse(await ecmr(environment, 'store', 'reconcile', '--out', file, '--json'))
  await ecmr(environment, 'projections', 'rebuild', 'all', '--drop-old')
  return gone
}

/** Waits until health has nothing to say and the read models have come to the end of the log. */
export async function isSettled(stage: Stage): Promise<boolean> {
  const deadline = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const problems = await problemsOf(stage)
    const lag = problems.length === 0 ? await lagOf(stage) : 1
    if (lag === 0) return true
    if (Date.now() > deadline) {
      console.error('not settled:', problems)
      return false
    }
    await delay(200)
  }
}

/** Events on record that the subscriber never received, after waiting for late ones. */
export async function unannounced(stage: Stage): Promise<number> {
  const facts = await factsOnRecord(stage)
  const deadline = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const missing = facts.filter((fact) => !stage.receiver.announced(fact))
    if (missing.length === 0 || Date.now() > deadline) return missing.length
    await delay(200)
  }
}

async function factsOnRecord({ log }: Stage): Promise<readonly Fact[]> {
  const store = await openEventStore(log)
  try {
    const facts: Fact[] = []
    for await (const page of logPages(store)) facts.push(...page.flatMap(factOf))
    return facts
  } finally {
    await store.close()
  }
}

function factOf({ stream, type }: RecordedEvent): readonly Fact[] {
  const noteId = stream.slice('ecmr-'.length)
  if (type === 'EcmrCreated') return [{ noteId, type: 'ecmr.created' }]
  return type === 'EcmrSigned' ? [{ noteId, type: 'ecmr.signed' }] : []
}

async function problemsOf({ service }: Stage): Promise<readonly string[]> {
  const answer = await fetch(`${service.url}/api/health`).catch(() => undefined)
  if (!answer) return ['no answer']
  return (await bodyOf(answer, health)).problems
}

async function lagOf({ environment }: Stage): Promise<number> {
  const { projections }: { projections: readonly { lag_events: number }[] } = JSON.parse(
    await ecmr(environment, 'projections', 'status', '--json'),
  )
  return projections.reduce((sum, { lag_events }) => sum + lag_events, 0)
}
