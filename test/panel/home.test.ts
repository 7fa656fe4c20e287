import { createCompany } from '@ecmr/accounts'
import t from 'tap'
import { buildTestPanel, operator } from '../support/panel.js'
import { delay, noteWriter } from './ground.js'
import { openWebhooks } from './webhooks.js'

const ENGLISH = { 'accept-language': 'en' }

/** A day as the company's calendar has it, so many days from today. */
const day = (from: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(Date.now() + from * 24 * 3_600_000)

const panel = await buildTestPanel(t)
const { create, write } = noteWriter(panel)

t.test('a visitor sees what this is, and can follow a shipment', async (t) => {
  const { visitor } = panel
  const page = await visitor().open('/')
  t.match(page, { status: 200, text: /Cree, firme y siga sus cartas de porte/ })
  t.match(page.html, /<form action="\/seguimiento"[^>]*>.*name="numero"/s)
  t.match(page.html, /role="img" aria-label="Ejemplo de carta de porte: [^"]+"/)
  t.ok(page.html.length < 60_000, `${page.html.length} bytes`)
  for (const href of ['/entrar', '/registro', '/api/docs', '/conectar-ia', '/verificar', '/procedimientos'])
    t.match(page.html, `href="${href}"`)
  t.match((await visitor(ENGLISH).open('/')).text, /Create, sign and follow your consignment notes/)
})

t.test('a company without notes sees how to begin', async (t) => {
  const { person, haulier } = panel
  const owner = await (await person(haulier)).open('/')
  t.match(owner.text, /Primeros pasos 0 de 4 hechos/)
  for (const href of ['/ecmrs/nueva', '/claves', '/webhooks/nuevo', '/empresa/personas'])
    t.match(owner.html, new RegExp(`<a class="button[^"]*" href="${href}"`))
  t.notMatch(owner.text, /Requiere atención|Últimos cambios/)

  const member = await (await person(haulier, 'member')).open('/')
  t.equal(member.status, 200)
  t.match(member.text, /Primeros pasos Cree su primera carta de porte/)
  for (const href of ['/claves', '/webhooks']) t.notMatch(member.html, `href="${href}`)
})

t.test('the day at a glance', async (t) => {
  const late = await create({ pickup_date: day(-3), pickup_city: 'Jaén' })
  const today = await create({ pickup_date: day(0), pickup_city: 'Soria' })
  const later = await create({ pickup_date: day(5), pickup_city: 'Lugo' })
  await write(later, { type: 'change_status', to: 'assigned' })
  const moving = async (delivery_date: string) => {
    const note = await create({ pickup_date: day(-4), delivery_date })
    return write(note, { type: 'change_status', to: 'in_transit' })
  }
  const lateDelivery = await moving(day(-1))
  const deliveryToday = await moving(day(0))
  const inTime = await moving(day(2))
  await write(await create(), { type: 'change_status', to: 'delivered', reason: 'Almacén cerrado' })
  const broken = await create({ pickup_date: day(-9) })
  await write(broken, delay())
  await write(await create({ pickup_date: day(-9) }), { type: 'cancel', reason: 'Duplicada' })
  const foreign = await create({ pickup_date: day(-9) }, panel.rival)
  const lucia = await panel.person(panel.haulier)

  /** what stands in one part of the page */
  const part = (html: string, id: string): string =>
    new RegExp(`<section[^>]*aria-labelledby="${id}">(.*?)</section>`, 's').exec(html)?.[1] ?? ''

  t.test('counts notes by status, and each count leads to them', async (t) => {
    const page = await lucia.open('/')
    t.match(page, { status: 200, text: /2 Borrador 1 Asignada 3 En tránsito 1 Entregada 1 Incidencia/ })
    t.match(page.text, /Además, 1 anulada/)
    for (const status of ['draft', 'assigned', 'in_transit', 'delivered', 'incident'])
      t.match(page.html, `href="/ecmrs?status=${status}"`)
    t.match(page.html, '<desc id="bar-description">Borrador: 2; Asignada: 1; En tránsito: 3;')
    const james = await panel.person(panel.haulier, 'member')
    await james.open('/idioma/en')
    t.match((await james.open('/')).text, /2 Draft 1 Assigned 3 In transit 1 Delivered 1 Incident/)
  })

  t.test('names what needs attention, and nothing else', async (t) => {
    const { html } = await lucia.open('/')
    const attention = part(html, 'attention')
    for (const { id } of [late, broken, lateDelivery]) t.match(attention, `href="/ecmrs/${id}"`)
    for (const { id } of [today, later, deliveryToday, inTime, foreign]) t.notMatch(attention, id)
    t.match(attention, /Jaén/)
    t.notMatch(attention, 'Todo en orden')
  })

  t.test('names what is planned for today', async (t) => {
    const planned = part((await lucia.open('/')).html, 'today')
    for (const { id } of [today, deliveryToday]) t.match(planned, `href="/ecmrs/${id}"`)
    for (const { id } of [late, later, lateDelivery, inTime, broken]) t.notMatch(planned, id)
  })

  t.test('draws fourteen days, with the figures next to the picture', async (t) => {
    const chart = part((await lucia.open('/')).html, 'per-day')
    t.match(chart, /<title id="notes-title">Cartas de porte por día<\/title>/)
    t.match(chart, /Últimos 14 días: 9 creadas y 1 entregas confirmadas\./)
    t.equal(chart.match(/<tr><th scope="row"/g)?.length, 14)
    t.match(chart, new RegExp(`datetime="${day(0)}".*?>9</td>.*?>1</td>`, 's'))
    t.match(chart, new RegExp(`datetime="${day(-13)}".*?>0</td>.*?>0</td>`, 's'))
  })

  t.test('tells the ten latest changes, the newest first', async (t) => {
    const latest = part((await lucia.open('/')).html, 'latest')
    t.equal(latest.match(/<li>/g)?.length, 10)
    t.match(latest, /Carta de porte anulada.*Carta de porte creada.*Incidencia comunicada: retraso/s)
    t.match(latest, /Lucía Fernández/)
    t.notMatch(latest, foreign.ecmr_number)
  })
})

t.test('failing webhooks are shown to owners only', async (t) => {
  const opened = await openWebhooks(t)
  const { pool, lucia, person, haulier, webhook } = opened
  await noteWriter(opened).create({ pickup_date: day(5) })
  const quiet = await lucia.open('/')
  t.match(quiet.text, /Todo en orden/)
  t.match(quiet.text, /Entregas de webhooks, últimos 7 días/)

  await pool.query(
    `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since) values ($1, 7, now())
     on conflict (endpoint_id) do update set failures = 7, failing_since = now()`,
    [webhook],
  )
  const failing = await lucia.open('/')
  t.match(failing.text, /1 Webhooks con problemas/)
  t.match(failing.html, `href="/webhooks/${webhook}"`)
  t.match(failing.text, /7 intentos fallidos seguidos/)

  await pool.query(
    "update webhooks.endpoints set status = 'disabled', status_reason = 'gone' where id = $1",
    [webhook],
  )
  t.match((await lucia.open('/')).text, /respondió 410/)
  await pool.query("update webhooks.endpoints set status_reason = 'owner' where id = $1", [webhook])
  t.notMatch((await lucia.open('/')).text, /Webhooks con problemas/)

  t.notMatch((await (await person(haulier, 'member')).open('/')).html, 'href="/webhooks')
})

t.test('a company with many notes sees a page as small', async (t) => {
  const { pool, person } = panel
  const company = await createCompany(pool, { name: 'Transportes Ebro' }, operator)
  await pool.query(
    `insert into rm_list.notes
     select id, $1, 'ECMR-' || n, status, false, at::date + 1, at, at,
       json_build_object('id', id, 'ecmr_number', 'ECMR-' || n, 'status', status, 'version', 3, 'created_at', at,
         'updated_at', at, 'sender_city', 'Cádiz', 'receiver_city', 'München', 'pickup_date', (at::date + 1)::text,
         'delivery_date', (at::date + 3)::text, 'goods_description', repeat('Naranjas ', 20),
         'sender_company_name', 'Frutas', 'receiver_company_name', 'Obst', 'signed_by', json_build_array(),
         'open_incidents', 0)
     from (select gen_random_uuid() as id, n, date_trunc('milliseconds', now() - n * interval '2 minutes') as at,
       (array['draft', 'assigned', 'in_transit', 'delivered', 'incident'])[n % 5 + 1] as status
       from generate_series(1, 20000) n) notes`,
    [company.id],
  )
  await pool.query(`insert into rm_list.counters (company_id, cancelled, status, pickup_date, notes)
    select company_id, cancelled, status, coalesce(pickup_date, '-infinity'), count(*) from rm_list.notes
    where company_id = '${company.id}'
    group by grouping sets ((company_id, cancelled, status, pickup_date), (company_id, cancelled, status))`)
  await pool.query('analyze rm_list.notes, rm_list.counters')
  const lucia = await person(company)
  const page = await lucia.open('/')
  t.ok(page.html.length < 60_000, `${page.html.length} characters`)
  t.match(page.text, /4000 En tránsito/)
  const late = await lucia.open('/ecmrs?late=delivery&sort=delivery_date')
  t.match(page.html, 'href="/ecmrs?late=delivery&amp;sort=delivery_date"')
  const { rows } = await pool.query(
    `select count(*)::int as late from rm_list.notes where company_id = $1
      and status = 'in_transit' and item->>'delivery_date' < $2`,
    [company.id, day(0)],
  )
  t.match(page.text, new RegExp(` ${rows[0].late} Entregas atrasadas`), 'all of them are counted')
  t.match(late.text, new RegExp(`${rows[0].late} cartas de porte`), 'the list has exactly these')
})

t.test('the page says so when it may be behind', async (t) => {
  const lucia = await panel.person(panel.haulier)
  await panel.stopProjections()
  await create({ pickup_date: day(-2) })
  t.match((await lucia.open('/')).text, /Los últimos cambios aún no se ven aquí/)
})
