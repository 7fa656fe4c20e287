import { type EventStore, LogDiverged } from '@ecmr/event-store'
import { runAsLeader } from '@ecmr/postgres'
import { inSpansAfter } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { type BatchSource, ownBatches, sharedBatches } from './batch-source.js'
import { Fenced, leaderOf, loadState, type RunnerState } from './checkpoint.js'
import { isDiverged, untilConfirmed, untilRebuilt } from './diverged.js'
import { liveSchema, type Projection, type RunnerLog, type RunnerMetrics } from './projection.js'
import { type Tidying, tidyWhenQuiet } from './tidy.js'
import { jointWriter, type WriteBatch } from './joint-writer.js'
import { type Written, writeBatch } from './write-batch.js'

/** What keeping a read model up to date takes of the log. */
export type FollowedLog = Pick<
  EventStore,
  'follow' | 'isPosition' | 'readStreamEnd' | 'head' | 'nextPosition'
>

interface RunnerOptions {
  readonly store: FollowedLog
  /** for the connection that holds the leader's lock */
  readonly url: string
  readonly pool: Pool
  readonly signal: AbortSignal
  readonly log?: RunnerLog
  readonly metrics?: RunnerMetrics
}

/** A batch of more events than this shows that there is no time for anything else. */
const BUSY_EVENTS = 32

interface LeadOptions<Row> extends RunnerOptions {
  readonly projection: Projection<Row>
  readonly batches: BatchSource
  readonly write: WriteBatch
}

/**
 * Keeps a read model up to date until the signal aborts. Of all processes that run it one works and the others stand
 * by. After an error it begins again at its checkpoint.
 */
export async function runProjection<Row>(
  options: RunnerOptions & { readonly projection: Projection<Row> },
): Promise<void> {
  await standBy({ ...options, batches: ownBatches(options.store), write: writeBatch })
}

/** Keeps several read models up to date, as `runProjection` does, from one reading of the log and in joint transactions. */
export async function runProjections(
  options: RunnerOptions & { readonly projections: readonly Projection<unknown>[] },
): Promise<void> {
  const { projections, store, pool } = options
  const write = jointWriter(pool, options.log)
  const batches = sharedBatches(store, projections[0]?.categories ?? [])
  await Promise.all(projections.map((projection) => standBy({ ...options, projection, batches, write })))
}

async function standBy<Row>(options: LeadOptions<Row>): Promise<void> {
  const { url, signal, projection, log, metrics } = options
  await runAsLeader({
    url,
    signal,
    name: leaderOf(projection.name),
    work: (leading) => lead(options, leading),
    onError(error) {
      metrics?.failed(projection.name)
      log?.error({ err: error, projection: projection.name }, 'projection begins again')
    },
  })
}

async function lead<Row>(options: LeadOptions<Row>, signal: AbortSignal): Promise<void> {
  const { pool, projection, log } = options
  const { name } = projection
  while (!signal.aborted) {
    const state = await untilRebuilt({ ...options, name }, await loadState(pool, name), signal)
    if (signal.aborted) return
    if (await isDiverged(options.store, state)) {
      await untilConfirmed({ ...options, name }, signal)
      continue
    }
    log?.debug({ projection: name, position: state.position }, 'projection runs')
    const tidying = tidyWhenQuiet(pool, projection, signal)
    try {
      await project(options, tidying, state, signal)
    } catch (error) {
      if (error instanceof LogDiverged) await untilConfirmed({ ...options, name }, signal)
      else if (error instanceof Fenced) log?.info({ projection: name }, error.message)
      else throw error
    } finally {
      await tidying.end()
    }
  }
}

async function project<Row>(
  options: LeadOptions<Row>,
  tidying: Tidying,
  from: RunnerState,
  leading: AbortSignal,
): Promise<void> {
  const { projection, pool, batches, write, metrics, log } = options
  const { name, categories } = projection
  const onTooSlow = (err: Error, events: number): void => {
    metrics?.halved(name)
    log?.warn({ err, projection: name, events }, 'a batch takes too long to write; written in halves')
  }
  const attributes = { projection: name }
  const target = { pool, projection, schema: liveSchema(name), checkpoint: name, onTooSlow }
  // Following ends when writing fails as well, not only when the signal aborts.
  const ending = new AbortController()
  const signal = AbortSignal.any([leading, ending.signal])
  let state = from
  try {
    const { position: after, seen } = from
    for await (const batch of batches({ after, seen, categories, signal })) {
      if (!batch.seen || batch.position === state.position) continue
      if (batch.events.length > BUSY_EVENTS) tidying.putOff()
      const started = performance.now()
      const before = state
      const written = await inSpansAfter(
        batch.events,
        `project ${name}`,
        { kind: 'consumer', attributes },
        () => tidying.between(() => write(target, before, batch)),
      )
      state = written.state
      metrics?.batch(name, batch.events.length, performance.now() - started)
      report(options, written)
    }
  } finally {
    ending.abort()
  }
}

function report<Row>({ projection, log, metrics }: LeadOptions<Row>, { unknown, held }: Written): void {
  for (const { type, position } of unknown) {
    metrics?.skipped(projection.name, type)
    log?.warn({ projection: projection.name, event_type: type, position }, 'event of an unknown type skipped')
  }
  for (const { event, error } of held) {
    if (error === null) continue
    metrics?.parked(projection.name)
    log?.error(
      { projection: projection.name, stream: event.stream, position: event.position, reason: error },
      'stream parked',
    )
  }
}
