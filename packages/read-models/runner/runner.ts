import type { EventStore } from '@ecmr/event-store'
import { runAsLeader } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { inBatches } from './batches.js'
import { Fenced, loadState, type RunnerState } from './checkpoint.js'
import { leaderOf } from './leadership.js'
import type { RunnerLog, RunnerMetrics } from './log.js'
import { liveSchema, type Projection } from './projection.js'
import { type Written, writeBatch } from './write-batch.js'

interface RunnerOptions<Row> {
  readonly projection: Projection<Row>
  readonly store: Pick<EventStore, 'follow'>
  /** for the connection that holds the leader's lock */
  readonly url: string
  readonly pool: Pool
  readonly signal: AbortSignal
  readonly log?: RunnerLog
  readonly metrics?: RunnerMetrics
}

/**
 * Keeps a read model up to date until the signal aborts. Of all processes that run it one works and the others stand
 * by. After an error it begins again at its checkpoint.
 */
export async function runProjection<Row>(options: RunnerOptions<Row>): Promise<void> {
  const { url, signal, projection, log } = options
  await runAsLeader({
    url,
    signal,
    name: leaderOf(projection.name),
    work: (leading) => lead(options, leading),
    onError: (error) => log?.error({ err: error, projection: projection.name }, 'projection begins again'),
  })
}

async function lead<Row>(options: RunnerOptions<Row>, signal: AbortSignal): Promise<void> {
  const { pool, projection, log } = options
  while (!signal.aborted) {
    const state = await loadState(pool, projection.name)
    log?.info({ projection: projection.name, position: state.position }, 'projection runs')
    try {
      await project(options, state, signal)
    } catch (error) {
      if (!(error instanceof Fenced)) throw error
      log?.info({ projection: projection.name }, error.message)
    }
  }
}

// Ends what `follow` waits for as well when writing fails, not only when the signal aborts.
async function project<Row>(
  options: RunnerOptions<Row>,
  from: RunnerState,
  signal: AbortSignal,
): Promise<void> {
  const { projection, pool, store } = options
  const target = { pool, projection, schema: liveSchema(projection.name), checkpoint: projection.name }
  const done = new AbortController()
  const stop = (): void => done.abort()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const followed = store.follow({
    after: from.position,
    categories: projection.categories,
    signal: done.signal,
  })
  let state = from
  try {
    for await (const batch of inBatches(followed)) {
      if (batch.position === state.position) continue
      const started = performance.now()
      const written = await writeBatch(target, state, batch)
      state = written.state
      options.metrics?.batch(projection.name, batch.events.length, performance.now() - started)
      report(options, written)
    }
  } finally {
    stop()
    signal.removeEventListener('abort', stop)
  }
}

function report<Row>({ projection, log, metrics }: RunnerOptions<Row>, { unknown, held }: Written): void {
  for (const { type, position } of unknown) {
    metrics?.skipped(projection.name, type)
    log?.warn({ projection: projection.name, type, position }, 'event of an unknown type skipped')
  }
  for (const { event, error } of held) {
    if (error === null) continue
    metrics?.parked(projection.name)
    log?.error(
      { projection: projection.name, stream: event.stream, position: event.position, error },
      'stream parked',
    )
  }
}
