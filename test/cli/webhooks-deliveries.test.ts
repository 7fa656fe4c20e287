import t from 'tap'
import { openRegisteredWebhook } from './registered-webhook.js'
import { runEcmr } from './run-ecmr.js'

const ids = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)

t.test('what was sent to a webhook is listed, and shown with every attempt', async (t) => {
  const world = await openRegisteredWebhook(t)
  const { pool, id, norte } = world
  const ecmr = (...args: readonly string[]) => world.ecmr('webhooks', 'deliveries', ...args)
  const [, middle = '', oldest = ''] = ids

  await t.test('there may be none yet', async (t) => {
    t.same(await ecmr(id, ...norte), { code: 0, stdout: 'There are no such deliveries.\n', stderr: '' })
  })

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

  const idsOf = (stdout: string): readonly string[] =>
    JSON.parse(stdout).deliveries.map((delivery: { id: string }) => delivery.id)

  await t.test('they are listed newest first', async (t) => {
    const { code, stdout } = await ecmr(id, ...norte)
    t.equal(code, 0)
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
  })

  await t.test('by the id of the webhook alone', async (t) => {
    t.same(await ecmr(id), await ecmr(id, ...norte))
    const missing = await ecmr(middle)
    t.match(missing, { code: 1, stdout: '', stderr: `error: There is no webhook "${middle}"` })
    t.match((await ecmr(id, '--delivery', middle)).stdout, /\nstatus +exhausted\n/)
  })

  await t.test('by status, event and time', async (t) => {
    const listed = async (...args: readonly string[]) =>
      idsOf((await ecmr(id, ...norte, '--json', ...args)).stdout)
    t.same(await listed('--status', 'exhausted'), [middle, oldest])
    t.same(await listed('--event', 'ecmr.signed'), [oldest])
    t.same(await listed('--since', '2027-01-01T10:00:00Z', '--until', '2027-01-01T11:00:00Z'), [middle])
    t.match(
      (await ecmr(id, ...norte, '--limit', '1')).stdout,
      /1111.+\n\nThere are older ones; raise --limit/,
    )
  })

  await t.test('one is shown with every attempt', async (t) => {
    const args = ['deliveries', id, ...norte, '--delivery', middle]
    const { code, stdout } = await runEcmr(world.url, 'webhooks', ...args)
    t.equal(code, 0)
    t.match(
      stdout,
      /^event +ecmr\.created, ECMR-2027-ABCDEFGHJ-K version 2, recorded 2027-01-01T10:00:00.000Z\n/,
    )
    t.match(stdout, /\nstatus +exhausted\n/)
    t.match(stdout, /\nattempt +started +took +answer +error\n/)
    t.match(stdout, /\n +1 +2027-01-01T10:00:00.000Z +17 ms +500 +status: The receiver answered 500\.\n/)
    t.match(stdout, /\n +2 +2027-01-01T10:00:05.000Z +- +- +interrupted: .+\n$/)
    t.notOk(stdout.includes('\u001b'), 'the terminal obeys no receiver')
  })

  await t.test('and for scripts with what was sent and what was answered', async (t) => {
    const { stdout } = await ecmr(id, ...norte, '--delivery', middle, '--json')
    t.notOk(stdout.includes('\u001b'))
    t.match(JSON.parse(stdout), {
      delivery: {
        id: middle,
        payload: { id: 'the event' },
        attempt_log: [{ number: 1, response_body: 'oh\u001b[31m no' }, { number: 2 }],
      },
    })
  })

  await t.test('what cannot be answered is a sentence', async (t) => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [[id, '--company', 'Transportes Sur'], /^error: Transportes Sur has no webhook "/],
      [[id, ...norte, '--delivery', 'nonsense'], /^error: Transportes Norte has no delivery "nonsense"/],
      [[id, ...norte, '--status', 'sent'], /Allowed choices are pending, delivered, exhausted, cancelled/],
      [
        [id, ...norte, '--since', '2027-01-01T10:00:00Z', '--until', '2027-01-01T10:00:00Z'],
        /^error: Give an --until after --since\.\n$/,
      ],
      [[id, ...norte, '--delivery', middle, '--status', 'pending'], /cannot be used with/],
    ]
    for (const [args, sentence] of cases) {
      const { code, stdout, stderr } = await ecmr(...args)
      t.equal(code, 1, args.join(' '))
      t.equal(stdout, '')
      t.match(stderr, sentence)
    }
  })
})
