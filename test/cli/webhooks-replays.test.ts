import { setTimeout as delay } from 'node:timers/promises'
import { historyAsSource } from '@ecmr/notifier'
import { openListener } from '@ecmr/postgres'
import { replayer } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { until } from '../support/until.js'
import { ecmrHere } from './ecmr-here.js'
import { openRegisteredWebhook } from './registered-webhook.js'
import { against, type Ran, startEcmr } from './run-ecmr.js'

const EPOCH = '1970-01-01T00:00:00Z'

/** What has been asked for is not carried out: there is no notifier. */
async function openWorld(t: Test) {
  const world = await openRegisteredWebhook(t, ['ecmr.created', 'ecmr.signed'])
  const { ecmr, id, norte } = world
  const replay = (...args: readonly string[]) => ecmr('webhooks', 'replay', id, ...norte, ...args)
  return { ...world, replay }
}

/** Writes deliveries that wait for a replay. */
async function writeWaiting(
  pool: Pool,
  replay: { readonly id: string; readonly webhook_id: string },
  count: number,
): Promise<void> {
  await pool.query(
    `with message as (
       insert into webhooks.messages
       select gen_random_uuid(), 'c', 'ecmr.created', 'n', 'ECMR-2027-ABCDEFGHJ-K', n, '{}', now()
       from generate_series(1, $3::int) as n returning *
     )
     insert into webhooks.deliveries
       (id, event_id, endpoint_id, type, ecmr_id, version, next_attempt_at, created_at, replay_id)
     select gen_random_uuid(), event_id, $1, type, ecmr_id, version, now(), now(), $2 from message`,
    [replay.webhook_id, replay.id, count],
  )
}

/** Carries replays out, of a log in which nothing happened. */
async function runReplayer(t: Test, url: string, pool: Pool): Promise<void> {
  await pool.query(`update projections.checkpoints
    set position = (select coalesce(lpad(max(position)::text, 16, '0'), '') from log.events) where name = 'history'`)
  const controller = new AbortController()
  const listener = openListener(url, 'replayer')
  const { signal } = controller
  const running = replayer({ pool, listener, signal, source: historyAsSource, limits: { pollMs: 50 } })
  t.teardown(async () => {
    controller.abort()
    await running
    await listener.close()
  })
}

t.test('a replay is asked for, listed and cancelled', async (t) => {
  const { pool, id, norte, ecmr, replay } = await openWorld(t)
  t.match((await ecmr('webhooks', 'replays', id, ...norte)).stdout, /^Nothing was replayed to this webhook/)
  const asked = await replay('--since', '2026-01-31T00:00:00+01:00', '--only-failed')
  t.match(asked, { code: 0, stderr: '' })
  const [, replayId = ''] =
    /^Replay (\S+) is asked for; a running notifier carries it out\./.exec(asked.stdout) ?? []
  const listed = await ecmr('webhooks', 'replays', id, ...norte)
  t.match(listed.stdout, new RegExp(`${replayId} +running +- +2026-01-30T23:00:00.000Z +- `))
  t.match(listed.stdout, /ecmr.created,ecmr.signed +only +0 +0 +0 /)
  const refused = await replay('--since', EPOCH)
  t.match(refused, { code: 1, stdout: '', stderr: new RegExp(`^error: Replay ${replayId} is under way`) })
  const cancelled = await ecmr('webhooks', 'cancel-replay', replayId, ...norte)
  t.match(cancelled, { code: 0, stdout: new RegExp(`^Replay ${replayId} is cancelled`) })
  const { replays } = JSON.parse((await ecmr('webhooks', 'replays', id, ...norte, '--json')).stdout)
  t.match(replays, [{ id: replayId, webhook_id: id, status: 'cancelled', status_reason: 'operator' }])
  const { rows } = await pool.query(`select data, metadata->'actor'->>'kind' as by from log.events
    where type = 'WebhookReplayRequested'`)
  t.match(rows, [{ by: 'operator', data: { replay_id: replayId, webhook_id: id, only_failed: true } }])
})

t.test('what has an id needs no company', async (t) => {
  const { pool, id, ecmr } = await openWorld(t)
  const asked = JSON.parse((await ecmr('webhooks', 'replay', id, '--since', EPOCH, '--json')).stdout)
  const replayId = asked.replay.id
  await writeWaiting(pool, asked.replay, 3)
  await pool.query(
    `update webhooks.replays set status = 'done', scanned = 7, queued = 4, finished_at = now()`,
  )
  const { stdout } = await ecmr('webhooks', 'replays', id)
  t.match(stdout, /^id +status .* scanned +queued +pending +asked +ended\n/)
  t.match(stdout, new RegExp(`\n${replayId} +done .* +7 +4 +3 +20`))
  const cancelled = await ecmr('webhooks', 'cancel-replay', replayId)
  t.match(cancelled, { code: 0, stdout: new RegExp(`^Replay ${replayId} is cancelled`) })
  t.match(JSON.parse((await ecmr('webhooks', 'replays', id, '--json')).stdout), {
    replays: [{ id: replayId, status: 'cancelled', status_reason: 'operator', pending: 0 }],
  })
  await pool.query(`update webhooks.replays set status = 'done', status_reason = null`)
  t.match(await ecmr('webhooks', 'cancel-replay', replayId), {
    code: 0,
    stdout: /had ended before, and none of the 4 deliveries that it had queued still waits\.\n$/,
  })
})

t.test('it begins at an instant or at a position, for some events or all', async (t) => {
  const { norte, ecmr, replay } = await openWorld(t)
  const until = JSON.parse(
    (await replay('--since', EPOCH, '--until', '2026-01-01T00:00:00Z', '--json')).stdout,
  )
  t.match(until.replay, { since: '1970-01-01T00:00:00.000Z', until: '2026-01-01T00:00:00.000Z' })
  await ecmr('webhooks', 'cancel-replay', until.replay.id, ...norte)
  // The audit trail has written to the log by now.
  const position = '0000000000000001'
  const asked = await replay('--from-position', position, '--event', 'ecmr.delivered, ecmr.signed', '--json')
  t.equal(asked.code, 0, asked.stderr)
  const events = ['ecmr.delivered', 'ecmr.signed']
  t.match(JSON.parse(asked.stdout).replay, { from_position: position, since: null, events })
})

t.test('what is wrong is said in a sentence', async (t) => {
  const { pool, id, ecmr, replay } = await openWorld(t)
  const sur = ['--company', 'Transportes Sur']
  const wrong: readonly (readonly [Promise<Ran>, RegExp])[] = [
    [replay(), /^error: --since: Send either --since or --from-position/],
    [replay('--since', EPOCH, '--from-position', 'x'), /cannot be used with option/],
    [replay('--since', EPOCH, '--until', EPOCH), /^error: --until: Send an instant after --since,/],
    [replay('--from-position', '1', '--until', EPOCH), /^--until: Send --until with --since only/m],
    [replay('--from-position', '9'.repeat(16)), /^error: --from-position: Send a position that the log has/],
    [replay('--since', EPOCH, '--event', 'ecmr.x'), /There is no event "ecmr.x"; there are ecmr.created, /],
    [ecmr('webhooks', 'replay', id, ...sur, '--since', EPOCH), /^error: Transportes Sur has no webhook/],
    [ecmr('webhooks', 'replays', id, ...sur), /^error: Transportes Sur has no webhook/],
    [
      ecmr('webhooks', 'replay', 'x', '--since', EPOCH),
      /^error: There is no webhook "x"; "ecmr webhooks list"/,
    ],
    [ecmr('webhooks', 'replays', 'x'), /^error: There is no webhook "x"; /],
    [ecmr('webhooks', 'cancel-replay', id), /^error: There is no replay ".+"; "ecmr webhooks replays" shows/],
    [ecmr('webhooks', 'cancel-replay', 'x', ...sur), /^error: There is no replay "x" of Transportes Sur/],
  ]
  for (const [ran, sentence] of wrong) {
    const { code, stdout, stderr } = await ran
    t.same([code, stdout], [1, ''])
    t.match(stderr, sentence)
  }
  await pool.query(`update webhooks.endpoints set status = 'disabled'`)
  t.match((await replay('--since', EPOCH)).stderr, /^error: The webhook is disabled; "ecmr webhooks enable/)
})

t.test('a waiting command reports when it is done', async (t) => {
  const { url, pool, replay } = await openWorld(t)
  await runReplayer(t, url, pool)
  const waited = await replay('--since', EPOCH, '--wait')
  t.match(waited, {
    code: 0,
    stdout: /^Replay \S+ has queued 0 deliveries from 0 events\.\n$/,
  })
})

t.test('and how many of its deliveries still wait then', async (t) => {
  const { url, pool, id } = await openWorld(t)
  for (const [count, said] of [
    [0, 'none of them waits any more'],
    [1, '1 still waits'],
    [3, '3 still wait'],
    [5_001, '5000 or more still wait'],
  ] as const) {
    const ran = ecmrHere(url, 'webhooks', 'replay', id, '--since', EPOCH, '--wait')
    let running: string | undefined
    await until(async () => {
      const { rows } = await pool.query<{ id: string }>(
        `select id from webhooks.replays where status = 'running'`,
      )
      running = rows[0]?.id
      return running !== undefined
    }, 'the replay')
    await writeWaiting(pool, { id: running ?? '', webhook_id: id }, count)
    await pool.query(
      `update webhooks.replays set status = 'done', scanned = 9000, queued = 6000, finished_at = now()
       where status = 'running'`,
    )
    t.match(await ran, {
      code: 0,
      stderr: '',
      stdout: ` has queued 6000 deliveries from 9000 events; ${said}.\n`,
    })
  }
})

t.test('Ctrl-C ends the waiting, not the replay, and it says how that is ended', async (t) => {
  const { url, pool, id, norte, ecmr } = await openWorld(t)
  const args = ['webhooks', 'replay', id, ...norte, '--since', EPOCH, '--wait']
  const { child, ran } = startEcmr(against(url), args)
  await until(async () => {
    const { rows } = await pool.query(`select 1 from webhooks.replays where status = 'running'`)
    return rows.length > 0
  }, 'the replay')
  // It looks at the replay every quarter of a second; the audit trail is written before.
  await until(async () => {
    const { rows } = await pool.query(`select 1 from log.events where type = 'WebhookReplayRequested'`)
    return rows.length > 0
  }, 'the audit trail')
  await delay(300)
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ran
  t.same([code, stdout], [1, ''])
  const [, replayId] = /^error: Replay (\S+) goes on .* ecmr webhooks cancel-replay \1$/m.exec(stderr) ?? []
  const { replays } = JSON.parse((await ecmr('webhooks', 'replays', id, ...norte, '--json')).stdout)
  t.match(replays, [{ id: replayId, status: 'running' }])
})

t.test('a command that waits for a cancelled replay reports that', async (t) => {
  const { url, pool, id, norte, ecmr } = await openWorld(t)
  const args = ['webhooks', 'replay', id, ...norte, '--since', EPOCH, '--wait']
  const { ran } = startEcmr(against(url), args)
  let replayId = ''
  await until(async () => {
    const { rows } = await pool.query<{ id: string }>('select id from webhooks.replays')
    replayId = rows[0]?.id ?? ''
    return replayId !== ''
  }, 'the replay')
  await ecmr('webhooks', 'cancel-replay', replayId, ...norte)
  t.match(await ran, { code: 1, stdout: '', stderr: `error: Replay ${replayId} was cancelled: operator.\n` })
})
