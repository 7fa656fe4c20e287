import { setTimeout as delay } from 'node:timers/promises'
import { actingFor } from '@ecmr/domain'
import { historyAsSource } from '@ecmr/notifier'
import { migrateReadModels } from '@ecmr/read-models'
import {
  cancelReplay,
  findReplay,
  type NotableEvent,
  planDeliveries,
  type Replay,
  type ReplayerOptions,
  type ReplayRequest,
  replayer,
  requestReplay,
} from '@ecmr/webhooks'
import type { Test } from 'tap'
import { head } from './events.js'
import { runBeside } from './run-beside.js'
import { openWorld } from './world.js'

const LOOK_EVERY_MS = 10
export const actor = { kind: 'api_key', id: 'k', name: 'test' } as const
export const log = { head: async () => head(), isPosition: (text: string) => /^\d{16}$/.test(text) }

type Asked = Omit<ReplayRequest, 'company' | 'id' | 'actor'>

/** A database with webhooks and the history of what was recorded, and what a test of replays does with it. */
export async function openReplayWorld(t: Test) {
  const world = await openWorld(t)
  const { pool, url, recordAudit } = world
  await migrateReadModels(pool)

  /** Writes events into the history, which has then come as far as the last of them. */
  async function record(events: readonly NotableEvent[], recordedAt?: string): Promise<void> {
    const rows = events.map((event) => ({
      ...event,
      ...(recordedAt && { metadata: { ...event.metadata, recorded_at: recordedAt } }),
    }))
    await pool.query(
      `insert into rm_history.events
         (position, ecmr_id, company_id, revision, type, event_id, recorded_at, data, metadata)
       select e->>'position', substr(e->>'stream', 6)::uuid, e->'metadata'->>'company_id', (e->>'revision')::int,
         e->>'type', (e->>'id')::uuid, (e->'metadata'->>'recorded_at')::timestamptz, e->'data', e->'metadata'
       from json_array_elements($1::json) as e`,
      [JSON.stringify(rows)],
    )
    await reach(events.at(-1)?.position ?? '')
  }

  /** The history has come so far. */
  async function reach(position: string): Promise<void> {
    await pool.query(`update projections.checkpoints set position = $1 where name = 'history'`, [position])
  }

  /** Records events and plans their deliveries, as the notifier does. */
  async function happen(events: readonly NotableEvent[]): Promise<void> {
    await record(events)
    await planDeliveries(pool, events)
  }

  const ask = (company: string, id: string, asked: Asked) =>
    requestReplay({ pool, log, recordAudit }, { company: actingFor(company), id, actor, ...asked })

  /** Asks for a replay, which must be granted. */
  async function request(company: string, id: string, asked: Asked): Promise<Replay> {
    const requested = await ask(company, id, asked)
    if (!requested.ok) throw new Error(JSON.stringify(requested))
    return requested.view
  }

  /** Resolves with a replay once it has ended. */
  async function ended(company: string, id: string): Promise<Replay> {
    for (;;) {
      const replay = await findReplay(pool, actingFor(company), { id })
      if (replay && replay.status !== 'running') return replay
      await delay(LOOK_EVERY_MS)
    }
  }

  const cancel = (company: string, id: string, replayId: string) =>
    cancelReplay({ pool }, { company: actingFor(company), id, replayId, actor })

  /** Starts a process that carries replays out. `stop` resolves when it has ended. */
  function startReplayer(options: Partial<ReplayerOptions> = {}) {
    return runBeside(t, { url, name: 'replayer', max: 2 }, (running) =>
      replayer({
        ...running,
        source: historyAsSource,
        ...options,
        limits: { pollMs: 100, waitMs: 20, ...options.limits },
      }),
    )
  }

  return { ...world, record, reach, happen, ask, request, ended, cancel, startReplayer }
}
