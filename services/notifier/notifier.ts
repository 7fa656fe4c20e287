import type { Broker, Handler, SetAside } from '@ecmr/broker'
import type { EventStore, RecordedEvent } from '@ecmr/event-store'
import type { Evidence } from '@ecmr/evidence'
import { runAsLeader } from '@ecmr/postgres'
import { historyPosition, readHistoryEvents, scanHistory } from '@ecmr/read-models'
import { inSpansAfter, reasonOf } from '@ecmr/runtime'
import {
  type DeliveryWorkerOptions,
  deliveryPlanner,
  keepRetention,
  planDeliveries,
  type ReplaySource,
  type RetentionLog,
  replayer,
  type WorkerLog,
} from '@ecmr/webhooks'
import { deliveryWorker } from '@ecmr/webhooks/worker'
import type { NotifierMetrics } from './notifier-metrics.js'

/** Replays find past events in the read model of all histories (see `migrateReadModels`). */
export const historyAsSource: ReplaySource = {
  position: historyPosition,
  scan: scanHistory,
  read: readHistoryEvents,
}

export interface NotifierOptions extends DeliveryWorkerOptions {
  readonly broker: Broker
  /** events with their personal values in clear */
  readonly open: NonNullable<EventStore['open']>
  readonly log?: WorkerLog & RetentionLog
  /** of the database; given, of several processes only one plans deliveries at a time, which keeps their order */
  readonly leaderUrl?: string
  readonly metrics?: NotifierMetrics
  /** its newest checkpoint stands in every payload; absent: proofs are off */
  readonly evidence?: Pick<Evidence, 'latest'>
}

/**
 * Turns recorded events into webhook deliveries and carries these out, until the signal aborts. The broker hands an
 * event out again until its deliveries are written; from then on they are the worker's. Replays find their events in
 * the read models. Deliveries that came to their end long ago are deleted.
 *
 * The tables must be there (see `migrateWebhooks` and `migrateReadModels`).
 */
export async function startNotifier(options: NotifierOptions): Promise<void> {
  const { pool, listener, signal, log, clock } = options
  const common = { pool, signal, ...(log && { log }), ...(clock && { clock }) }
  await Promise.all([
    planInTurn(options),
    deliveryWorker(options),
    replayer({ ...common, ...statedBy(options), listener, source: historyAsSource }),
    keepRetention(common),
  ])
}

function statedBy({ evidence }: NotifierOptions) {
  return evidence ? { latestCheckpoint: () => evidence.latest() } : {}
}

async function planInTurn(options: NotifierOptions): Promise<void> {
  const { leaderUrl, signal, log, metrics } = options
  if (leaderUrl === undefined) return plan(options, signal)
  let refusal: string | undefined
  const work = async (leading: AbortSignal): Promise<void> => {
    refusal = undefined
    metrics?.leads(true)
    await plan(options, leading).finally(() => metrics?.leads(false))
  }
  const onError = (error: unknown): void => {
    const reason = reasonOf(error)
    if (reason !== refusal) log?.warn({ err: error }, 'deliveries cannot be planned; tried again')
    refusal = reason
  }
  await runAsLeader({ url: leaderUrl, name: 'notifier', signal, work, onError })
}

async function plan(options: NotifierOptions, signal: AbortSignal): Promise<void> {
  const { broker, open, pool, listener, schedule, metrics, log, clock = () => new Date() } = options
  const planning = {
    firstDelayMs: schedule[0] ?? 0,
    clock,
    ...statedBy(options),
    onPlanned: (recordedAt: string) => metrics?.planned(recordedAt),
  }
  const handle: Handler = (events, setAside) =>
    inSpansAfter(events, 'notify', { kind: 'consumer' }, async (traceparentOf) => {
      const readable = (await open(events)).filter((event) => isReadable(event, setAside))
      await planDeliveries(pool, readable, { ...planning, onSkipped: setAside, traceparentOf })
    })
  const ended = new AbortController()
  const both = AbortSignal.any([signal, ended.signal])
  const waiting = deliveryPlanner({ ...planning, pool, listener, signal: both, ...(log && { log }) })
  try {
    await broker.consume({ name: 'notifier', handle, signal: both })
  } finally {
    ended.abort()
    await waiting
  }
}

/** One whose data key is lost must not hold up the others. */
function isReadable(event: RecordedEvent, setAside: SetAside): boolean {
  try {
    Object.keys(event.data)
    return true
  } catch (error) {
    setAside(event, reasonOf(error))
    return false
  }
}
