import { actingFor } from '@ecmr/domain'
import { historyAsSource } from '@ecmr/notifier'
import { migrateReadModels } from '@ecmr/read-models'
import {
  cancelReplay,
  findReplay,
  type NotableEvent,
  type Replay,
  type ReplayerOptions,
  type ReplayRequest,
  replayer,
  requestReplay,
} from '@ecmr/webhooks'
import type { Test } from 'tap'
import { until } from '../../support/until.js'
import { head } from './events.js'
import type { Answer } from './receiver.js'
import { runBeside } from './run-beside.js'
import { a, actor, openReceiving } from './world.js'

export const EPOCH = '1970-01-01T00:00:00Z'
const log = { head: async () => head(), isPosition: (text: string) => /^\d{16}$/.test(text) }

type Range = Omit<ReplayRequest, 'company' | 'id' | 'actor'>

/** An endpoint, the history of what was recorded, and what a test of replays does with it. */
export async function openReplayWorld(t: Test, answer?: Answer) {
  const world = await openReceiving(t, answer)
  const { pool, url, recordAudit, endpoint } = world
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

  /** Requests a replay, which must be granted: of everything to the endpoint, unless told otherwise. */
  async function request(range: Range = { since: EPOCH }, id = endpoint.id, company = a): Promise<Replay> {
    const requested = await requestReplay({ pool, log, recordAudit }, { company, id, actor, ...range })
    if (!requested.ok) throw new Error(JSON.stringify(requested))
    return requested.view
  }

  /** Resolves with a replay once it has ended. */
  async function ended({ id }: Replay, company = a): Promise<Replay> {
    const find = () => findReplay(pool, company, { id })
    await until(async () => (await find())?.status !== 'running', 'the end of the replay')
    const replay = await find()
    if (!replay) throw new Error('no replay')
    return replay
  }

  return {
    ...world,
    record,
    reach,
    /** Records events and plans their deliveries, as the notifier does. */
    async happen(...events: readonly NotableEvent[]) {
      await record(events)
      await world.plan(...events)
    },
    request,
    ended,
    replay: async (range?: Range) => ended(await request(range)),
    cancel: ({ id: replayId }: Replay, by: typeof actor | { kind: 'operator'; id: string } = actor) =>
      cancelReplay({ pool }, { company: a, id: endpoint.id, replayId, actor: by }),
    /** An endpoint of another company, and the verbs for it. */
    async rival(to?: string) {
      const { endpoint: its } = await world.register('company-b', to)
      const company = actingFor('company-b')
      return {
        request: () => request({ since: EPOCH }, its.id, company),
        ended: (one: Replay) => ended(one, company),
      }
    },
    /** Starts a process that carries replays out. `stop` resolves when it has ended. */
    startReplayer: (options: Partial<ReplayerOptions> = {}) =>
      runBeside(t, { url, name: 'replayer', max: 2 }, (running) =>
        replayer({
          ...running,
          source: historyAsSource,
          ...options,
          limits: { pollMs: 100, waitMs: 20, ...options.limits },
        }),
      ),
  }
}
