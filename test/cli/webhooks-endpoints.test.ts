import t from 'tap'
import { openRegisteredWebhook } from './registered-webhook.js'
import { runEcmr } from './run-ecmr.js'

t.test('webhooks are disabled and enabled by the operator', async (t) => {
  const { url, pool, company, id, norte, ecmr } = await openRegisteredWebhook(t)

  await t.test('the list shows what each webhook is like', async (t) => {
    await pool.query(
      `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since) values ($1, 3, now())`,
      [id],
    )
    const { stdout } = await runEcmr(url, 'webhooks', 'list', ...norte)
    t.match(stdout, /^id +url +events +status +reason +health +failures\n/)
    t.match(stdout, /active +- +failing +3\n$/)
    const { webhooks } = JSON.parse((await ecmr('webhooks', 'list', ...norte, '--json')).stdout)
    t.match(webhooks, [{ id, status: 'active', health: { state: 'failing', failures: 3 } }])
    t.match(
      (await ecmr('webhooks', 'list', '--company', 'Transportes Sur')).stdout,
      /^Transportes Sur has no/,
    )
  })

  await t.test('a disabled one gets nothing any more, and the list says who did it', async (t) => {
    const disabled = await runEcmr(url, 'webhooks', 'disable', id, ...norte)
    t.same(disabled, {
      code: 0,
      stdout: 'Nothing is sent to https://192.0.2.1.invalid/hooks any more.\n',
      stderr: '',
    })
    t.match((await ecmr('webhooks', 'list', ...norte)).stdout, /disabled +operator +failing +3\n$/)
    const again = await ecmr('webhooks', 'disable', id, ...norte, '--json')
    t.match(JSON.parse(again.stdout), { webhook: { id, status: 'disabled', status_reason: 'operator' } })
    t.same(await ecmr('webhooks', 'disable', id), {
      code: 0,
      stdout: 'It was disabled already; nothing is sent to https://192.0.2.1.invalid/hooks.\n',
      stderr: '',
    })
  })

  await t.test('an enabled one gets events from then on, and its failures are forgotten', async (t) => {
    const enabled = await ecmr('webhooks', 'enable', id, '--company', company.id, '--json')
    t.equal(enabled.code, 0, enabled.stderr)
    t.match(JSON.parse(enabled.stdout), {
      webhook: { id, status: 'active', status_reason: null, health: { state: 'ok', failures: 0 } },
    })
    const { rows } = await pool.query(
      'select follows_from, (select max(position) from log.events) as head from webhooks.endpoints',
    )
    t.ok(rows[0].follows_from !== '' && rows[0].head >= rows[0].follows_from)
    t.match(await ecmr('webhooks', 'enable', id), {
      code: 0,
      stdout: /^It was enabled already; events are sent to h/,
    })
  })

  await t.test('webhooks that are not there are answered with a sentence', async (t) => {
    for (const [command, webhook, owner, sentence] of [
      ['disable', id, 'Transportes Sur', `Transportes Sur has no webhook "${id}"`],
      ['enable', 'x', 'Transportes Norte', 'Transportes Norte has no webhook "x"'],
      ['disable', id, 'Nobody', 'There is no company "Nobody"'],
    ] as const) {
      const { code, stdout, stderr } = await ecmr('webhooks', command, webhook, '--company', owner)
      t.same([code, stdout], [1, ''])
      t.ok(stderr.startsWith(`error: ${sentence}`), stderr)
      t.equal(stderr.trim().split('\n').length, 1)
    }
    for (const unknown of ['x', '0192f0c1-7d6e-7a3b-9c55-3f1e2d4c5b6a']) {
      t.match(await ecmr('webhooks', 'disable', unknown), {
        code: 1,
        stderr: `error: There is no webhook "${unknown}"; "ecmr webhooks list" shows those of a company.\n`,
      })
    }
  })

  await t.test(
    'what its owner disabled the operator disables, and enables again, by its id alone',
    async (t) => {
      await pool.query(`update webhooks.endpoints set status = 'disabled', status_reason = 'owner'`)
      t.match((await ecmr('webhooks', 'disable', id)).stdout, /^Nothing is sent to https:.* any more\.\n$/)
      t.match((await ecmr('webhooks', 'enable', id)).stdout, /^Events from now on are sent to https:/)
    },
  )

  await t.test('each change stands in the audit trail once, with the operator as who made it', async (t) => {
    const { rows } = await pool.query(
      `select type, data->>'reason' as reason, metadata->'actor'->>'kind' as by from log.events
       where type like 'Webhook%' order by position`,
    )
    t.same(rows, [
      { type: 'WebhookRegistered', reason: null, by: 'api_key' },
      { type: 'WebhookDisabled', reason: 'operator', by: 'operator' },
      { type: 'WebhookChanged', reason: null, by: 'operator' },
      { type: 'WebhookDisabled', reason: 'operator', by: 'operator' },
      { type: 'WebhookChanged', reason: null, by: 'operator' },
    ])
  })
})
