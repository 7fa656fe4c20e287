import { createHash } from 'node:crypto'
import { createApiKey, drainAuditOutbox } from '@ecmr/accounts'
import canonicalize from 'canonicalize'
import t from 'tap'
import { buildTestPanel, operator } from '../support/panel.js'
import type { Page } from '../support/visit.js'
import { noteWriter } from './ground.js'

const panel = await buildTestPanel(t)
const { pool, store, haulier, rival, person } = panel
const { create, write } = noteWriter(panel)
const lucia = await person(haulier)
const member = await person(haulier, 'member', 'Miguel Ortega')

/** What the lines of the trail say, the first one first. */
const entries = ({ html }: Page): readonly string[] =>
  [...html.matchAll(/<div class="trail-what">\s*<p>(.*?)<\/p>/gs)].map(([, text = '']) =>
    text.replace(/<[^>]*>/g, '').trim(),
  )

t.test('a company to which nothing has happened yet', async (t) => {
  const page = await member.open('/auditoria')
  t.match(page, {
    status: 200,
    text: /Todavía no hay eventos.*Verificar ahora|Verificar ahora.*Todavía no hay eventos/,
  })
  t.equal((await member.open('/auditoria/exportar')).html, '')
})

t.test('the trail of notes', async (t) => {
  const note = await create({ sender_city: 'Cádiz' })
  await write(note, { type: 'edit', changes: { sender_city: 'Jerez' } })
  await write(note, { type: 'cancel', reason: 'Pedido duplicado' })
  await noteWriter(panel, 'Pedro Gil').create()
  const foreign = await create({}, rival)

  t.test('shows who did what, newest first, with its hash, to members too', async (t) => {
    const page = await member.open('/auditoria')
    t.match(entries(page), [
      /^Carta de porte creada/,
      /^Carta de porte anulada/,
      /^Datos modificados/,
      /^Carta de porte creada/,
    ])
    t.match(page.html, `href="/ecmrs/${note.id}"`)
    t.match(page.text, /Remitente: población: de «Cádiz» a «Jerez»/)
    t.match(page.text, /Motivo: Pedido duplicado/)
    const recorded = await store.readStream(`ecmr-${note.id}`)
    for (const { position, metadata } of recorded) {
      t.match(page.html, metadata.hash)
      t.match(page.html, position)
    }
    t.notMatch(page.html, foreign.ecmr_number)
    for (const href of ['/claves', '/webhooks']) t.notMatch(page.html, `href="${href}`)
  })

  t.test('in English', async (t) => {
    const james = await person(haulier, 'member')
    await james.open('/idioma/en')
    const page = await james.open('/auditoria')
    t.match(entries(page)[1], /^Consignment note cancelled/)
    t.match(page.text, /from “Cádiz” to “Jerez”/)
    t.match((await james.open('/auditoria?desde=yesterday')).text, /Enter a valid date/)
  })

  t.test('is filtered by day and by who', async (t) => {
    const found = async (query: string) => entries(await lucia.open(`/auditoria?${query}`))
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: haulier.time_zone }).format()
    t.match(await found('quien=pedro'), [/^Carta de porte creada/])
    for (const [query, count] of [
      ['quien=GIL', 1],
      ['quien=nadie', 0],
      [`desde=${today}&hasta=${today}`, 4],
      ['hasta=2020-01-01', 0],
    ] as const)
      t.equal((await found(query)).length, count, query)
    const kept = await lucia.open(`/auditoria?desde=${today}&quien=pedro`)
    t.match(kept.html, `ver=cuenta&amp;desde=${today}&amp;quien=pedro`, 'on the other tab as well')
  })

  t.test('an invalid filter is reported, and a forged cursor is rejected', async (t) => {
    for (const day of ['2026-02-30', '03/11/2026', '0000-01-01', '99999-01-01'])
      t.match(await lucia.open(`/auditoria?desde=${encodeURIComponent(day)}`), {
        status: 400,
        text: /Escriba una fecha válida/,
      })
    const backwards = await lucia.open('/auditoria?desde=2026-11-03&hasta=2026-11-01')
    t.match(backwards, { status: 400, text: /Debe ser igual o posterior a «Desde»/ })
    for (const path of [
      '/auditoria?antes=x',
      '/auditoria?antes=2026-13-01T00:00:00.000Z~1',
      "/auditoria?antes=2026-11-01T00:00:00.000Z~'",
      '/auditoria?ver=cuenta&antes=-1',
      '/auditoria/exportar?desde=x',
    ])
      t.equal((await lucia.open(path)).status, 400, path)
    t.equal((await lucia.open('/auditoria?quien=%27%25_&quien=b&desde[]=2026-11-01')).status, 200)
  })

  t.test('goes on to older events, and nothing is lost between two pages', async (t) => {
    for (let n = 0; n < 30; n++) await write(await create(), { type: 'cancel', reason: `Nº ${n}` })
    const hashes: string[] = []
    let page = await lucia.open('/auditoria')
    for (;;) {
      hashes.push(
        ...[...page.html.matchAll(/<dd class="mono">([0-9a-f]{64})<\/dd>\s*<dt>Huella ant/g)].map(
          ([, hash = '']) => hash,
        ),
      )
      const older = /rel="next" href="([^"]+)"/.exec(page.html)?.[1]
      if (older === undefined) break
      page = await lucia.open(older.replaceAll('&amp;', '&'))
      t.equal(page.status, 200)
    }
    t.equal(hashes.length, 64)
    t.equal(new Set(hashes).size, 64)
  })

  t.test('is exported as lines from which an auditor can recompute every hash', async (t) => {
    const page = await member.open('/auditoria/exportar')
    t.match(page.headers['content-type'], /^application\/jsonl/)
    t.match(
      page.headers['content-disposition'],
      /^attachment; filename="auditoria-cartas-de-porte-\d{4}-\d\d-\d\d\.jsonl"$/,
    )
    const lines = page.html.trimEnd().split('\n')
    t.equal(lines.length, 64)
    for (const line of lines) {
      const { stream, revision, id, type, data, metadata } = JSON.parse(line)
      const { hash, ...rest } = metadata
      const content = canonicalize({ stream, revision, id, type, data, metadata: rest }) ?? ''
      t.equal(createHash('sha256').update(content).digest('hex'), hash)
    }
    t.notMatch(page.html, foreign.id)
    t.equal((await member.open('/auditoria/exportar?quien=pedro')).html.trimEnd().split('\n').length, 1)
  })
})

t.test('the trail of the account', async (t) => {
  await createApiKey(pool, { company_id: haulier.id, name: 'ERP de Sevilla' }, operator)
  await drainAuditOutbox(pool, store)
  const page = await lucia.open('/auditoria?ver=cuenta')
  t.equal(page.status, 200)
  t.match(entries(page)[0], /^Clave API creada: ERP de Sevilla/)
  t.match(entries(page).at(-1), /^Empresa dada de alta: Transportes Guadalquivir/)
  t.ok(entries(page).includes('Persona añadida: Miguel Ortega'), 'people by their names, not by ids')
  t.match(page.text, /test \(línea de comandos\)/)
  t.notMatch(page.html, /@example\.com|Garonne/)
  t.equal(entries(await lucia.open('/auditoria?ver=cuenta&quien=nadie')).length, 0)
  t.equal(entries(await lucia.open('/auditoria?ver=cuenta&hasta=2020-01-01')).length, 0)

  const [first = '', ...rest] = (await lucia.open('/auditoria/exportar?ver=cuenta')).html
    .trimEnd()
    .split('\n')
  t.match(JSON.parse(first), { stream: `company-${haulier.id}`, type: 'ApiKeyCreated' })
  t.equal(rest.length, entries(page).length - 1)

  for (let n = 0; n < 30; n++) await createApiKey(pool, { company_id: rival.id, name: `Nº ${n}` }, operator)
  await drainAuditOutbox(pool, store)
  const other = await person(rival)
  t.match(entries(await other.open('/auditoria?ver=cuenta'))[0], /Nº 29/)
  t.match(entries(await other.open('/auditoria?ver=cuenta&antes=6'))[0], /Nº 4/)
})

t.test('pages are small, with the largest events as well', async (t) => {
  const long = 'á'.repeat(480)
  const fields = {
    sender_company_name: long,
    sender_address: long,
    goods_description: long,
    pickup_city: long,
  }
  for (let n = 0; n < 26; n++) await create(fields)
  for (const path of ['/auditoria', '/auditoria?ver=cuenta']) {
    const { html } = await lucia.open(path)
    t.ok(Buffer.byteLength(html) < 60_000, `${path}: ${Buffer.byteLength(html)} bytes`)
  }
})
