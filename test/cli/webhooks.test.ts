import { createCompany, recordAudit } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { historyAsSource } from '@ecmr/notifier'
import { openListener } from '@ecmr/postgres'
import { addressGuard, registerEndpoint, replayer, secretBox } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { operator } from '../support/api.js'
import { until } from '../support/until.js'
import { type Cli, openCli } from './ground.js'

const EPOCH = '1970-01-01T00:00:00Z'
const NORTE = '--company "Transportes Norte"'
const SUR = '--company "Transportes Sur"'

/** Two companies, the first of them with a webhook, and no notifier: what is requested is not carried out. */
async function openWebhook(t: Test) {
  const cli = await openCli(t, { tables: true })
  const company = await createCompany(cli.pool, { name: 'Transportes Norte' }, operator)
  await createCompany(cli.pool, { name: 'Transportes Sur' }, operator)
  const urlRules = { guard: addressGuard([]), httpsOnly: false }
  const registered = await registerEndpoint(
    { pool: cli.pool, recordAudit, secrets: secretBox('x'), urlRules },
    {
      company: actingFor(company.id),
      url: 'https://192.0.2.1.invalid/hooks',
      events: ['ecmr.created', 'ecmr.signed'],
      followsFrom: '',
      actor: { kind: 'api_key', id: 'k' },
    },
  )
  if (!registered.ok) throw new Error(registered.reason)
  const { id } = registered.endpoint
  return { ...cli, company, id, replay: `webhooks replay ${id} ${NORTE}` }
}

t.test('webhooks are disabled and enabled by the operator', async (t) => {
  const { pool, company, id, ecmr, json, start, refuses } = await openWebhook(t)

  await t.test('the list shows what each webhook is like', async (t) => {
    await pool.query(
      `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since) values ($1, 3, now())`,
      [id],
    )
    const { stdout } = await start(`webhooks list ${NORTE}`).ran
    t.match(stdout, /^id +url +events +status +reason +health +failures\n/)
    t.match(stdout, / ecmr\.created,ecmr\.signed +active +- +failing +3\n$/)
    const { webhooks } = await json(`webhooks list ${NORTE}`)
    t.match(webhooks, [{ id, status: 'active', health: { state: 'failing', failures: 3 } }])
    t.match((await ecmr(`webhooks list ${SUR}`)).stdout, /^Transportes Sur has no/)
  })

  await t.test('a disabled one gets nothing any more, and the list says who did it', async (t) => {
    const url = 'https://192.0.2.1.invalid/hooks'
    t.match(await ecmr(`webhooks disable ${id} ${NORTE}`), {
      stdout: `Disabled ${url}.\n`,
    })
    t.match((await ecmr(`webhooks list ${NORTE}`)).stdout, /disabled +operator +failing +3\n$/)
    const again = await json(`webhooks disable ${id} ${NORTE}`)
    t.match(again, { webhook: { id, status: 'disabled', status_reason: 'operator' } })
    const stdout = `${url} was already disabled.\n`
    t.same(await ecmr(`webhooks disable ${id}`), { code: 0, stdout, stderr: '' })
  })

  await t.test('an enabled one gets events from then on, and its failures are forgotten', async (t) => {
    const webhook = { id, status: 'active', status_reason: null, health: { state: 'ok', failures: 0 } }
    t.match(await json(`webhooks enable ${id} --company ${company.id}`), { webhook })
    const { rows } = await pool.query(
      'select follows_from, (select max(position) from log.events) as head from webhooks.endpoints',
    )
    t.ok(rows[0].follows_from !== '' && rows[0].head >= rows[0].follows_from)
    const stdout = /^http.* was already enabled/
    t.match(await ecmr(`webhooks enable ${id}`), { code: 0, stdout })
  })

  await t.test('webhooks that are not there are answered with a sentence', async (t) => {
    for (const [line, sentence] of [
      [`disable ${id} ${SUR}`, `Transportes Sur has no webhook "${id}"`],
      [`enable x ${NORTE}`, 'Transportes Norte has no webhook "x"'],
      [`disable ${id} --company Oeste`, 'Company "Oeste" not found'],
      ['disable x', 'Webhook "x" not found. List webhooks with "ecmr webhooks list".\n'],
      [`enable ${company.id}`, `Webhook "${company.id}" not found. List webhooks with`],
    ] as const)
      await refuses(t, `webhooks ${line}`, `error: ${sentence}`)
  })

  await t.test('what its owner disabled the operator disables and enables by its id alone', async (t) => {
    await pool.query(`update webhooks.endpoints set status = 'disabled', status_reason = 'owner'`)
    t.match((await ecmr(`webhooks disable ${id}`)).stdout, /^Disabled https:.*\.\n$/)
    t.match((await ecmr(`webhooks enable ${id}`)).stdout, /^Enabled https:/)
  })

  await t.test('each change stands in the audit trail once, with the operator as who made it', async (t) => {
    const { rows } = await pool.query(
      `select type, data->>'reason' as reason, metadata->'actor'->>'kind' as by from log.events
       where type like 'Webhook%' order by position`,
    )
    const disabled = { type: 'WebhookDisabled', reason: 'operator', by: 'operator' }
    const enabled = { type: 'WebhookChanged', reason: null, by: 'operator' }
    const registered = { type: 'WebhookRegistered', reason: null, by: 'api_key' }
    t.same(rows, [registered, disabled, enabled, disabled, enabled])
  })
})

t.test('what was sent to a webhook is listed, and shown with every attempt', async (t) => {
  const { pool, id, ecmr, json, start, refuses } = await openWebhook(t)
  const deliveries = `webhooks deliveries ${id} ${NORTE}`
  const ids = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)
  const [, middle = '', oldest = ''] = ids
  t.same(await ecmr(deliveries), { code: 0, stdout: 'No deliveries found.\n', stderr: '' })
  await pool.query(
    `insert into webhooks.messages
     select id, 'c', 'ecmr.created', 'n', 'ECMR-2027-ABCDEFGHJ-K', nth, '{"id": "the event"}',
       '2027-01-01T12:00:00Z'::timestamptz - nth * interval '1 hour'
     from unnest($1::uuid[]) with ordinality as message (id, nth)`,
    [ids],
  )
  await pool.query(
    `insert into webhooks.deliveries
       (id, event_id, endpoint_id, type, ecmr_id, version, status, attempts, next_attempt_at, created_at, finished_at)
     select event_id, event_id, $1, case version when 3 then 'ecmr.signed' else type end, 'n', version,
       case version when 1 then 'pending' else 'exhausted' end, 2, '2027-01-01T13:00:00Z', created_at,
       case when version > 1 then created_at end
     from webhooks.messages`,
    [id],
  )
  await pool.query(
    `insert into webhooks.attempts values
       ($1, 1, '2027-01-01T10:00:00Z', 17, 500, $2, 'status: The receiver answered 500.'),
       ($1, 2, '2027-01-01T10:00:05Z', null, null, null, 'interrupted: We stopped before the answer came; it is sent again.')`,
    [middle, 'oh\u001b[31m no'],
  )

  await t.test('they are listed newest first', async (t) => {
    const { stdout } = await ecmr(deliveries)
    const [head, ...lines] = stdout.trimEnd().split('\n')
    t.match(head, /^id +event +note +version +status +attempts +recorded +next +ended$/)
    t.same(
      lines.map((line) => line.split(' ')[0]),
      ids,
    )
    t.match(
      lines[0],
      /ecmr\.created +ECMR-2027-ABCDEFGHJ-K +1 +pending +2 +2027-01-01T11:00:00.000Z +2027-01-01T13/,
    )
    t.equal((await ecmr(`webhooks deliveries ${id}`)).stdout, stdout, 'by the id of the webhook alone')
  })

  await t.test('by status, event and time', async (t) => {
    for (const [options, expected] of [
      ['--status exhausted', [middle, oldest]],
      ['--event ecmr.signed', [oldest]],
      ['--since 2027-01-01T10:00:00Z --until 2027-01-01T11:00:00Z', [middle]],
    ] as const) {
      const listed: { deliveries: readonly { id: string }[] } = await json(`${deliveries} ${options}`)
      t.same(
        listed.deliveries.map((delivery) => delivery.id),
        expected,
        options,
      )
    }
    const { stdout } = await ecmr(`${deliveries} --limit 1`)
    t.match(stdout, /1111.+\n\nThere are older deliveries. Raise --limit/)
  })

  await t.test('one is shown with every attempt', async (t) => {
    const { code, stdout } = await start(`${deliveries} --delivery ${middle}`).ran
    t.equal(code, 0)
    for (const line of [
      /^event +ecmr\.created, ECMR-2027-ABCDEFGHJ-K version 2, recorded 2027-01-01T10:00:00.000Z\n/,
      /\nstatus +exhausted\n/,
      /\nattempt +started +took +answer +error\n/,
      /\n +1 +2027-01-01T10:00:00.000Z +17 ms +500 +status: The receiver answered 500\.\n/,
      /\n +2 +2027-01-01T10:00:05.000Z +- +- +interrupted: .+\n$/,
    ])
      t.match(stdout, line)
    t.notOk(stdout.includes('\u001b'), 'the terminal obeys no receiver')
    t.equal((await ecmr(`webhooks deliveries ${id} --delivery ${middle}`)).stdout, stdout, 'by its id alone')
  })

  await t.test('and for scripts with what was sent and what was answered', async (t) => {
    const { stdout } = await ecmr(`webhooks deliveries ${id} --delivery ${middle} --json`)
    t.notOk(stdout.includes('\u001b'))
    const attempt_log = [{ number: 1, response_body: 'oh\u001b[31m no' }, { number: 2 }]
    t.match(JSON.parse(stdout), { delivery: { id: middle, payload: { id: 'the event' }, attempt_log } })
  })

  await t.test('what cannot be answered is a sentence', async (t) => {
    for (const [options, sentence] of [
      [`${id} ${SUR}`, /^error: Transportes Sur has no webhook "/],
      [middle, `error: Webhook "${middle}" not found.`],
      [`${id} ${NORTE} --delivery nonsense`, /^error: Transportes Norte has no delivery "nonsense"/],
      [`${id} ${NORTE} --status sent`, /Allowed choices are pending, delivered, exhausted, cancelled/],
      [`${id} --since ${EPOCH} --until ${EPOCH}`, /^error: --until must be later than --since\.\n$/],
      [`${id} --delivery ${middle} --status pending`, /cannot be used with/],
    ] as const)
      await refuses(t, `webhooks deliveries ${options}`, sentence)
  })
})

/** Writes deliveries that wait for a replay. */
async function writeWaiting({ pool }: Cli, replay: string, webhook: string, count: number): Promise<void> {
  await pool.query(
    `with message as (
       insert into webhooks.messages
       select gen_random_uuid(), 'c', 'ecmr.created', 'n', 'ECMR-2027-ABCDEFGHJ-K', n, '{}', now()
       from generate_series(1, $3::int) as n returning *
     )
     insert into webhooks.deliveries
       (id, event_id, endpoint_id, type, ecmr_id, version, next_attempt_at, created_at, replay_id)
     select gen_random_uuid(), event_id, $1, type, ecmr_id, version, now(), now(), $2 from message`,
    [webhook, replay, count],
  )
}

/** Carries replays out, of a log in which nothing happened. */
async function runReplayer(t: Test, { url, pool }: Cli): Promise<void> {
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

async function runningReplay({ pool }: Cli): Promise<string> {
  let id: string | undefined
  await until(async () => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from webhooks.replays where status = 'running'`,
    )
    id = rows[0]?.id
    return id !== undefined
  }, 'the replay')
  return id ?? ''
}

t.test('a replay is requested, listed and cancelled', async (t) => {
  const { pool, id, ecmr, json, refuses, replay } = await openWebhook(t)
  const replays = `webhooks replays ${id} ${NORTE}`
  t.match((await ecmr(replays)).stdout, /^No replays for this webhook/)
  const requested = await ecmr(`${replay} --since 2026-01-31T00:00:00+01:00 --only-failed`)
  t.match(requested, { code: 0, stderr: '' })
  const [, replayId = ''] =
    /^Replay (\S+) was requested. The notifier carries it out\./.exec(requested.stdout) ?? []
  const listed = await ecmr(replays)
  t.match(listed.stdout, new RegExp(`${replayId} +running +- +2026-01-30T23:00:00.000Z +- `))
  t.match(listed.stdout, /ecmr.created,ecmr.signed +only +0 +0 +0 /)
  await refuses(t, `${replay} --since ${EPOCH}`, new RegExp(`^error: Replay ${replayId} is in progress`))
  const cancelled = await ecmr(`webhooks cancel-replay ${replayId} ${NORTE}`)
  t.match(cancelled, { code: 0, stdout: new RegExp(`^Cancelled replay ${replayId}`) })
  const shown = { id: replayId, webhook_id: id, status: 'cancelled', status_reason: 'operator' }
  t.match(await json(replays), { replays: [shown] })
  const { rows } = await pool.query(`select data, metadata->'actor'->>'kind' as by from log.events
    where type = 'WebhookReplayRequested'`)
  t.match(rows, [{ by: 'operator', data: { replay_id: replayId, webhook_id: id, only_failed: true } }])
})

t.test('what has an id needs no company', async (t) => {
  const world = await openWebhook(t)
  const { pool, id, ecmr, json } = world
  const { replay } = await json(`webhooks replay ${id} --since ${EPOCH}`)
  await writeWaiting(world, replay.id, id, 3)
  await pool.query(
    `update webhooks.replays set status = 'done', scanned = 7, queued = 4, finished_at = now()`,
  )
  const { stdout } = await ecmr(`webhooks replays ${id}`)
  t.match(stdout, /^id +status .* scanned +queued +pending +asked +ended\n/)
  t.match(stdout, new RegExp(`\n${replay.id} +done .* +7 +4 +3 +20`))
  const cancel = `webhooks cancel-replay ${replay.id}`
  t.match(await ecmr(cancel), { code: 0, stdout: new RegExp(`^Cancelled replay ${replay.id}`) })
  const cancelled = { id: replay.id, status: 'cancelled', status_reason: 'operator', pending: 0 }
  t.match(await json(`webhooks replays ${id}`), { replays: [cancelled] })
  await pool.query(`update webhooks.replays set status = 'done', status_reason = null`)
  const ended = /had already ended. None of its 4 queued deliveries are pending\.\n$/
  t.match(await ecmr(cancel), { code: 0, stdout: ended })
})

t.test('it begins at an instant or at a position, for some events or all', async (t) => {
  const { json, replay } = await openWebhook(t)
  const until = await json(`${replay} --since ${EPOCH} --until 2026-01-01T00:00:00Z`)
  t.match(until.replay, { since: '1970-01-01T00:00:00.000Z', until: '2026-01-01T00:00:00.000Z' })
  await json(`webhooks cancel-replay ${until.replay.id}`)
  // The audit trail has written to the log by now.
  const from_position = '0000000000000001'
  const options = `--from-position ${from_position} --event "ecmr.delivered, ecmr.signed"`
  const events = ['ecmr.delivered', 'ecmr.signed']
  t.match((await json(`${replay} ${options}`)).replay, { from_position, since: null, events })
})

t.test('what is wrong is said in a sentence', async (t) => {
  const { pool, id, refuses, replay } = await openWebhook(t)
  const since = `--since ${EPOCH}`
  for (const [line, sentence] of [
    [replay, /^error: --since: Send either --since or --from-position/],
    [`${replay} ${since} --from-position x`, /cannot be used with option/],
    [`${replay} ${since} --until ${EPOCH}`, /^error: --until: Send an instant after --since,/],
    [`${replay} --from-position 1 --until ${EPOCH}`, /^--until: Send --until with --since only/m],
    [
      `${replay} --from-position ${'9'.repeat(16)}`,
      /^error: --from-position: Send a position that the log has/,
    ],
    [`${replay} ${since} --event ecmr.x`, /Unknown event "ecmr.x"\. Events: ecmr.created, /],
    [`webhooks replay ${id} ${SUR} ${since}`, /^error: Transportes Sur has no webhook/],
    [`webhooks replays ${id} ${SUR}`, /^error: Transportes Sur has no webhook/],
    [`webhooks replay x ${since}`, /^error: Webhook "x" not found\. List webhooks/],
    ['webhooks replays x', /^error: Webhook "x" not found\./],
    [`webhooks cancel-replay ${id}`, /^error: Replay ".+" not found\. List replays with/],
    [`webhooks cancel-replay x ${SUR}`, /^error: Transportes Sur has no replay "x"/],
  ] as const)
    await refuses(t, line, sentence)
  await pool.query(`update webhooks.endpoints set status = 'disabled'`)
  await refuses(
    t,
    `${replay} ${since}`,
    /^error: The webhook is disabled\. Enable it with "ecmr webhooks enable/,
  )
})

t.test('a waiting command reports when the replay is done, and how many deliveries still wait', async (t) => {
  const world = await openWebhook(t)
  const { pool, id, ecmr, replay } = world
  for (const [count, waiting] of [
    [0, 'none are pending'],
    [1, '1 pending'],
    [3, '3 pending'],
    [5_001, '5000 or more pending'],
  ] as const) {
    const ran = ecmr(`webhooks replay ${id} --since ${EPOCH} --wait`)
    await writeWaiting(world, await runningReplay(world), id, count)
    await pool.query(
      `update webhooks.replays set status = 'done', scanned = 9000, queued = 6000, finished_at = now()
       where status = 'running'`,
    )
    const stdout = ` queued 6000 deliveries from 9000 events; ${waiting}.\n`
    t.match(await ran, { code: 0, stderr: '', stdout })
  }
  await runReplayer(t, world)
  const stdout = /^Replay \S+ queued 0 deliveries from 0 events\.\n$/
  t.match(await ecmr(`${replay} --since ${EPOCH} --wait`), { code: 0, stdout })
})

t.test('Ctrl-C ends the waiting, not the replay, and it says how that is ended', async (t) => {
  const world = await openWebhook(t)
  const { pool, id, json, start, replay } = world
  const { child, ran } = start(`${replay} --since ${EPOCH} --wait`)
  await runningReplay(world)
  await until(async () => {
    const { rows } = await pool.query(`select 1 from log.events where type = 'WebhookReplayRequested'`)
    return rows.length > 0
  }, 'the audit trail')
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ran
  t.same([code, stdout], [1, ''])
  const [, replayId] = /^error: Replay (\S+) continues .* ecmr webhooks cancel-replay \1$/m.exec(stderr) ?? []
  t.match(await json(`webhooks replays ${id}`), { replays: [{ id: replayId, status: 'running' }] })
})

t.test('a command that waits for a cancelled replay reports that', async (t) => {
  const world = await openWebhook(t)
  const { json, start, replay } = world
  const { ran } = start(`${replay} --since ${EPOCH} --wait`)
  const replayId = await runningReplay(world)
  await json(`webhooks cancel-replay ${replayId}`)
  t.match(await ran, { code: 1, stdout: '', stderr: `error: Replay ${replayId} was cancelled: operator.\n` })
})
