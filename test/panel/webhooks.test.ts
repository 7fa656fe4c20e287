import { randomUUID } from 'node:crypto'
import { recordAudit } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { findEndpoint, listEndpoints, MOST_ENDPOINTS, switchEndpoint } from '@ecmr/webhooks'
import { pino } from 'pino'
import t, { test } from 'tap'
import { buildTestPanel, operator } from '../support/panel.js'
import { expectFaults, withOwnCompanies } from './ground.js'
import { filledIn, NOWHERE, SECRET, withWebhook } from './webhooks.js'

const lines: string[] = []
const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
const shared = await buildTestPanel(t, () => ({ logger }))
const { pool } = shared

test('an owner registers a webhook and sees its secret this once', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  t.match((await lucia.open('/webhooks')).text, /Todavía no hay webhooks/)
  t.match((await lucia.open('/webhooks/nuevo')).text, /ecmr\.incidencia Se ha comunicado una incidencia/)

  const registered = await lucia.send(
    '/webhooks/nuevo',
    filledIn({ max_per_second: '50', include_document_url: 'true' }),
  )
  const secret = SECRET.exec(registered.html)?.[0] ?? 'none'
  const shown = /Copie el secreto ahora: no se volverá a mostrar/
  t.match(registered, { status: 200, headers: { 'cache-control': 'no-store' }, text: shown })
  const [webhook] = await listEndpoints(pool, actingFor(haulier.id))
  t.match(webhook, {
    url: NOWHERE,
    events: ['ecmr.created', 'ecmr.signed'],
    description: 'ERP de Sevilla',
    max_per_second: 50,
    include_document_url: true,
    status: 'active',
  })

  const list = await lucia.open('/webhooks')
  t.match(
    list.text,
    /1 de 20 webhooks .* ERP de Sevilla ecmr\.created ecmr\.signed con la dirección del documento Activo Ninguna todavía/,
  )
  const path = `/webhooks/${webhook?.id}`
  const pages = ['', '/editar', '/secreto', '/reenvios', '/eliminar'].map((each) =>
    lucia.open(`${path}${each}`),
  )
  for (const page of [list, ...(await Promise.all(pages))]) t.notMatch(page.html, SECRET)
  const { rows } = await pool.query('select type, actor, data::text from accounts.audit_outbox order by seq')
  t.match(rows.at(-1), { type: 'WebhookRegistered', actor: { kind: 'user', id: lucia.user.id } })
  for (const output of [JSON.stringify(rows), ...lines]) t.notOk(output.includes(secret.slice(6)))
})

test('the same form sent again registers no second webhook, and does not show the secret again', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  const form = filledIn()
  const first = await lucia.send('/webhooks/nuevo', form)
  t.match(first.html, SECRET)
  const again = await lucia.send('/webhooks/nuevo', form)
  t.match(again.text, /Este webhook ya se había creado/)
  t.notMatch(again.html, SECRET)
  t.equal((await listEndpoints(pool, actingFor(haulier.id))).length, 1)

  const [, id] = /href="\/webhooks\/([0-9a-f-]{36})"/.exec(first.html) ?? []
  await lucia.send(`/webhooks/${id}/eliminar`, { once: randomUUID() })
  t.match(await lucia.send('/webhooks/nuevo', form), { status: 409, text: /se ha eliminado/ })
})

test('faults are shown next to each field, in both languages, and what was typed stays', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  const pub = ['pública en Internet', 'public internet addresses'] as const
  const rate = ['de 1 a 1000', 'from 1 to 1000'] as const
  await expectFaults(t, lucia, '/webhooks/nuevo', filledIn, [
    [{ url: '' }, 'url', 'Rellene este campo.', 'Fill in this field.'],
    [{ url: 'hooks' }, 'url', 'Escriba una dirección completa', 'Enter a complete URL'],
    [{ url: 'ftp://example.com/' }, 'url', 'La dirección debe empezar por', 'The URL must start with'],
    [{ url: 'http://a:b@example.com/' }, 'url', 'Quite el usuario', 'Remove the user name'],
    [{ url: 'http://example.com/#x' }, 'url', 'Quite la almohadilla', 'Remove the #'],
    [{ url: 'http://10.0.0.1/' }, 'url', ...pub],
    [{ url: 'http://169.254.169.254/latest' }, 'url', ...pub],
    [{ url: `http://example.com/${'x'.repeat(2048)}` }, 'url', '2048 caracteres', '2048 characters'],
    [{ events: [] }, 'events', 'Elija al menos uno.', 'Choose at least one.'],
    [{ events: ['ecmr.sneezed'] }, 'events', 'Elija una de las opciones.', 'Choose one of the options.'],
    [{ description: 'x'.repeat(501) }, 'description', 'como mucho 500', 'at most 500'],
    [{ description: 'a\nb' }, 'description', 'una sola línea', 'single line'],
    ...['many', '0', '1.5'].map((max_per_second) => [{ max_per_second }, 'max_per_second', ...rate] as const),
  ])
  const noId = await lucia.send('/webhooks/nuevo', filledIn({ once: 'x' }))
  t.equal(noId.status, 400, 'a form without a valid id')
  t.same(await listEndpoints(pool, actingFor(haulier.id)), [])
})

test('a company at its limit of webhooks gets an error', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  await pool.query(
    `insert into webhooks.endpoints (id, company_id, url, events, status, secret, follows_from, created_at, updated_at)
     select gen_random_uuid(), $1, $2, '{ecmr.created}', 'active', 'x', '', now(), now() from generate_series(1, $3)`,
    [haulier.id, NOWHERE, MOST_ENDPOINTS],
  )
  const list = await lucia.open('/webhooks')
  const full = /Su empresa ha alcanzado el máximo de 20 webhooks/
  t.match(list.text, /Su empresa ha alcanzado el máximo de 20 webhooks\. .* 20 de 20 webhooks/)
  t.ok(Buffer.byteLength(list.html) < 60_000)
  const form = await lucia.open('/webhooks/nuevo')
  t.match(form.text, full)
  t.notMatch(form.html, 'name="url"')
  const refused = await lucia.send('/webhooks/nuevo', filledIn(), { from: '/webhooks' })
  t.match(refused, { status: 409, text: full })
})

test('only what was changed in the form changes a webhook; changes by others meanwhile stay', async (t) => {
  const { lucia, webhook, path, company } = await withWebhook(shared)
  t.match((await lucia.open(`${path}/editar`)).html, `name="was/url" value="${NOWHERE}"`)
  const was = {
    'was/url': NOWHERE,
    'was/events': 'ecmr.created ecmr.signed',
    'was/description': 'ERP de Sevilla',
    'was/max_per_second': '',
    'was/include_document_url': 'false',
  }
  await pool.query('update webhooks.endpoints set max_per_second = 7 where id = $1', [webhook])
  const form = filledIn({ ...was, description: '', events: ['ecmr.delivered'] })
  const saved = await lucia.send(`${path}/editar`, form)
  t.equal(saved.location, path)
  t.match(await lucia.follow(saved), { text: /Webhook actualizado/ })
  const changed = await findEndpoint(pool, company, webhook)
  t.match(changed, { url: NOWHERE, events: ['ecmr.delivered'], description: null, max_per_second: 7 })
  const changes = `select data from accounts.audit_outbox where type = 'WebhookChanged' and company_id = $1`
  const [{ data }] = (await pool.query(changes, [company])).rows
  t.strictSame(new Set(Object.keys(data.changes)), new Set(['description', 'events']))

  const wrong = await lucia.send(`${path}/editar`, filledIn({ ...was, url: 'http://10.0.0.1/' }))
  t.match(wrong, { status: 400, html: /id="f-url-fault">La dirección debe ser pública en Internet/ })
  t.match(wrong.html, `name="was/url" value="${NOWHERE}"`, 'what it was at first is still known')
  t.equal((await lucia.send(`${path}/editar`, filledIn(was))).location, path)
  t.equal((await pool.query(changes, [company])).rowCount, 1, 'the same again changes nothing')
})

test('a webhook is disabled and enabled; one that the operator has disabled stays so, and it is said who did it', async (t) => {
  const { lucia, webhook, path, company } = await withWebhook(shared)
  const set = (enabled: string) =>
    lucia.send(`${path}/estado`, { once: randomUUID(), enabled }, { from: path })
  t.match(await lucia.follow(await set('false')), { text: /Desactivado Lo desactivó su empresa/ })
  t.match(await lucia.follow(await set('true')), { text: /Webhook activado\..* Activo/ })
  await switchEndpoint({ pool, recordAudit }, { company, id: webhook, enabled: false, actor: operator })
  const refused = await set('true')
  t.match(refused, {
    status: 409,
    text: /El operador del servicio ha desactivado este webhook y solo él puede activarlo/,
  })
  for (const [reason, said] of [
    ['gone', /respondió 410/],
    ['failing', /ninguna entrega llegó durante cinco días/],
  ] as const) {
    await pool.query('update webhooks.endpoints set status_reason = $1 where id = $2', [reason, webhook])
    t.match((await lucia.open(path)).text, said)
    t.match((await lucia.open('/webhooks')).text, said)
  }
})

test('how a webhook has answered lately is plain to see', async (t) => {
  const { lucia, webhook, path } = await withWebhook(shared)
  await pool.query(
    `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, open_until)
     values ($1, 12, '2026-01-02T10:00:00Z', '2099-01-02T10:00:00Z')`,
    [webhook],
  )
  for (const page of [path, '/webhooks']) {
    const said =
      /En pausa 12 fallos seguidos\. Falla desde el 2 ene 2026, 11:00 En pausa hasta el 2 ene 2099, 11:00/
    t.match((await lucia.open(page)).text, said)
  }
  await pool.query(
    'update webhooks.endpoint_health set failures = 1, open_until = null where endpoint_id = $1',
    [webhook],
  )
  t.match((await lucia.open(path)).text, /Con fallos 1 fallo\./)
})

test('the secret is replaced, shown this once, and the former one signs on for as long as was asked', async (t) => {
  const { lucia, webhook, path, company } = await withWebhook(shared)
  const form = { once: randomUUID(), overlap_hours: '48' }
  t.match((await lucia.open(`${path}/secreto`)).html, /name="overlap_hours"[^>]* value="24"/)
  const rotated = await lucia.send(`${path}/secreto`, form)
  const said = /El secreto anterior firma también hasta el/
  t.match(rotated, { status: 200, headers: { 'cache-control': 'no-store' }, html: SECRET, text: said })
  const until = Date.parse((await findEndpoint(pool, company, webhook))?.previous_secret_until ?? '')
  t.ok(Math.abs(until - Date.now() - 48 * 3_600_000) < 60_000)

  const again = await lucia.send(`${path}/secreto`, form)
  t.match(again.text, /El secreto ya se había cambiado/)
  t.notMatch(again.html, SECRET)
  const events = `select from accounts.audit_outbox where type = 'WebhookSecretRotated' and company_id = $1`
  t.equal((await pool.query(events, [company])).rowCount, 1)

  const rotate = (overlap_hours: string) =>
    lucia.send(`${path}/secreto`, { once: randomUUID(), overlap_hours })
  const whole = { status: 400, html: /id="f-overlap_hours-fault">Escriba un número entero de 0 a 168/ }
  for (const hours of ['', '-1', '169', '1.5', 'x']) t.match(await rotate(hours), whole, hours)
  for (let nth = 0; nth < 3; nth += 1) t.match(await rotate('24'), { html: SECRET })
  t.match(await rotate('24'), { status: 409, text: /Hay demasiados secretos anteriores en uso/ })
  t.match(await rotate('0'), { html: SECRET }, 'which ends them all')
  t.equal((await findEndpoint(pool, company, webhook))?.previous_secret_until, null)
})

test('deleting asks first, and what is deleted is not there any more', async (t) => {
  const { lucia, path, company } = await withWebhook(shared)
  t.match((await lucia.open(`${path}/eliminar`)).text, /¿Eliminar este webhook\? .* No se puede deshacer/)
  t.equal((await listEndpoints(pool, company)).length, 1, 'looking at the question deletes nothing')
  const form = { once: randomUUID() }
  const deleted = await lucia.send(`${path}/eliminar`, form)
  t.equal(deleted.location, '/webhooks')
  t.match(await lucia.follow(deleted), {
    text: /Webhook eliminado\..* Todavía no hay webhooks/,
  })
  t.equal((await lucia.open(path)).status, 404)
  const twice = await lucia.send(`${path}/eliminar`, form, { from: '/webhooks' })
  t.equal(twice.location, '/webhooks')
})
