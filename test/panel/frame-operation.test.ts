import { randomUUID } from 'node:crypto'
import { commandHandler } from '@ecmr/application'
import { ClockDiffers, OutcomeUnknown, StoreUnavailable } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { freePort } from '@ecmr/runtime'
import { pino } from 'pino'
import t, { test } from 'tap'
import { type BreakableLog, breakableLog } from '../support/breakable-log.js'
import { buildTestPanel } from '../support/panel.js'
import { noteWriter } from './ground.js'
import { eight } from './note-forms-office.js'

const AWAY = { status: 503, text: /El servicio no está disponible ahora mismo/ }
const CSS = '/assets/panel.css'

test('while the database is away pages say so, with their looks', async (t) => {
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/none`
  const pool = openPool({ url, max: 1, name: 'away' })
  t.teardown(() => pool.end())
  const { visitor } = await buildTestPanel(t, () => ({ pool }))
  const guest = visitor()
  guest.cookies.set('__Host-session', 'A'.repeat(43))
  const page = await guest.open('/cuenta')
  t.match(page, { ...AWAY, headers: { 'retry-after': /^\d+$/ } })
  t.match(await guest.open('/nothing'), AWAY)
  const sent = await guest.send('/cuenta', { name: 'Ana' }, { token: 'x' })
  t.match(sent, { ...AWAY, text: /Actualice esta página en unos segundos para volver a enviarlo/ })
  const css = /href="(\/assets\/panel\.css[^"]+)"/.exec(page.html)?.[1] ?? ''
  t.match(await guest.open(css), { status: 200 }, 'files are served without reading the session')
})

test('until the tables are there every page says so, but files and the question whether it lives are answered', async (t) => {
  let problem: string | undefined = 'The tables are not there yet.'
  const tables = { problem: () => problem, check: async () => {} }
  const { visitor } = await buildTestPanel(t, () => ({ tables }))
  const english = await visitor({ 'accept-language': 'en' }).open('/')
  t.match(english, { status: 503, text: /is unavailable right now/, headers: { 'retry-after': '1' } })
  t.match(await visitor().open('/nothing'), AWAY)
  for (const path of [CSS, '/livez']) t.match(await visitor().open(path), { status: 200 })
  problem = undefined
  t.match(await visitor().open('/'), { status: 200 })
})

test('a form that the event log cannot take says whether it was saved, or that this is unknown', async (t) => {
  let fault: Error | undefined
  const handle = async (): Promise<never> => {
    throw fault
  }
  const { person, haulier } = await buildTestPanel(t, () => ({ commands: { handle } }))
  const lucia = await person(haulier)
  const clock = /La hora del servicio no es fiable ahora mismo No se ha guardado nada/
  for (const [thrown, status, text, headers] of [
    [new StoreUnavailable('no answer'), 503, /No se ha guardado nada/, { 'retry-after': /^\d+$/ }],
    [new ClockDiffers('The clocks differ.', { retryAfterMs: 3_000 }), 503, clock, { 'retry-after': '3' }],
    [new OutcomeUnknown('the connection broke'), 503, /Puede que el cambio no se haya guardado/, {}],
    [new Error('a secret of ours'), 500, /Se ha producido un error/, {}],
  ] as const) {
    fault = thrown
    const page = await lucia.send('/ecmrs/nueva', { ...eight, once: randomUUID() })
    t.match(page, { status, text, headers })
    t.notMatch(page.html, /a secret of ours/)
  }
})

test('while the event log is away pages show what is known, and say that it may be behind', async (t) => {
  const behind = /Los últimos cambios aún no se ven aquí/
  let breakable: BreakableLog | undefined
  const panel = await buildTestPanel(t, ({ store, dataKeys }) => {
    breakable = breakableLog(store)
    const commands = commandHandler({ store: breakable.log, keys: dataKeys })
    return { store: breakable.log, commands, storeWaitMs: 2_000 }
  })
  const { id, ecmr_number } = await noteWriter(panel).create({ carrier_company_name: 'Transportes Genil' })
  const lucia = await panel.person(panel.haulier)
  const notes = ['/ecmrs', `/ecmrs/${id}`, `/ecmrs/${ecmr_number}`, `/ecmrs/${id}/historial`]
  const pages = [...notes, `/seguimiento/${ecmr_number}`, '/auditoria', '/']
  for (const path of pages) {
    const { status, text } = await lucia.open(path)
    t.equal(status, 200, path)
    t.notMatch(text, behind, path)
  }
  for (const state of ['away', 'silent'] as const) {
    breakable?.turn(state)
    // All at once: while the log is silent, each waits until it gives up.
    const opened = pages.map(async (path) => ({ path, shown: await lucia.open(path) }))
    for (const { path, shown } of await Promise.all(opened)) {
      t.match(shown, { status: 200, text: behind }, `${state}: ${path}`)
      t.ok(shown.text.includes(ecmr_number) || path === '/', `${state}: ${path}`)
    }
  }
  t.match((await lucia.open(`/ecmrs/${id}`)).text, /16 Transportista Transportes Genil/)
  breakable?.turn('away')
  t.equal((await lucia.open(`/ecmrs/${panel.haulier.id}`)).status, 503, 'whether it exists is not known')
  const from = `/ecmrs/${id}/invitaciones`
  const send = (part: string, sent = {}) => lucia.send(`/ecmrs/${id}/${part}`, sent, { from })
  /** What may have been recorded since, and its status when it is known that it was not. */
  const parts = [
    ...[`adjuntos/${id}/archivo`, 'documentos/1/pdf', 'firmas/1'].map(
      (part) => [part, 404, () => lucia.open(`/ecmrs/${id}/${part}`)] as const,
    ),
    ...[`invitaciones/${id}/revocar`, `invitaciones/${id}/codigo`, `compartir/${id}/revocar`].map(
      (part) => [part, 404, () => send(part)] as const,
    ),
    ['editar', 400, () => send('editar', { version: '99' })],
  ] as const
  for (const [part, , ask] of parts) t.match(await ask(), AWAY, part)
  breakable?.turn('there')
  for (const [part, status, ask] of parts) t.equal((await ask()).status, status, part)
  t.notMatch((await lucia.open(`/ecmrs/${id}`)).text, behind)
})

const limits = { perPerson: 4, perAddress: 2 }
const LIMITED = {
  status: 429,
  text: /Demasiadas peticiones/,
  headers: { 'retry-after': /^([1-9]|[1-5]\d|60)$/ },
}

t.test('limits of requests a minute', async (t) => {
  t.test(
    'visitors have one per network address for each of tracking, accounts and all else but files, also for forged forms',
    async (t) => {
      const { visitor } = await buildTestPanel(t, () => ({ limits, trustProxy: 1 }))
      const guest = visitor({ 'x-forwarded-for': '192.0.2.1' })
      t.match(await guest.open('/'), { status: 200 })
      t.match(await guest.open('/nothing'), { status: 404 })
      for (const path of ['/', '/nothing', '/cuenta']) t.match(await guest.open(path), LIMITED)
      t.match(await guest.open(CSS), { status: 200 })
      for (const path of ['/seguimiento', '/entrar']) t.match(await guest.open(path), { status: 200 }, path)
      await guest.open('/seguimiento/x')
      t.match(await guest.open('/seguimiento'), LIMITED)
      t.match(
        await guest.open('/registro'),
        { status: 200 },
        'following shipments does not keep from logging in',
      )
      const other = visitor({ 'x-forwarded-for': '192.0.2.2' })
      for (const expected of [{ status: 403 }, { status: 403 }, LIMITED])
        t.match(await other.send('/entrar', {}, { token: 'x' }), expected)
    },
  )

  t.test(
    'each logged-in user has a separate one, from any address and in any number of browsers',
    async (t) => {
      const { app, person, haulier } = await buildTestPanel(t, () => ({ limits }))
      const [lucia, marta] = [await person(haulier), await person(haulier)]
      for (let count = 0; count < limits.perPerson; count += 1)
        t.match(await lucia.open('/'), { status: 200 })
      t.match(await lucia.open('/'), LIMITED)
      t.match(await marta.open('/'), { status: 200 })
      t.match(await app.inject('/'), { statusCode: 200 }, 'nor is the address used up')
    },
  )

  t.test('the people of a company share one', async (t) => {
    const shared = { perPerson: 4, perCompany: 5, perAddress: 2 }
    const { person, haulier, rival } = await buildTestPanel(t, () => ({ limits: shared }))
    const [lucia, marta, eve] = [await person(haulier), await person(haulier), await person(rival)]
    for (let count = 0; count < 4; count += 1) t.match(await lucia.open('/cuenta'), { status: 200 })
    t.match(await lucia.open('/cuenta'), LIMITED)
    t.match(await marta.open('/cuenta'), { status: 200 })
    t.match(await marta.open('/cuenta'), LIMITED)
    t.match(await eve.open('/cuenta'), { status: 200 })
  })
})

/** A panel whose log is kept. */
async function logged(
  t: Parameters<typeof buildTestPanel>[0],
  level: string,
  trustProxy: number | false = false,
) {
  const lines: string[] = []
  const logger = pino({ level }, { write: (line: string) => void lines.push(line) })
  return { ...(await buildTestPanel(t, () => ({ logger, trustProxy }))), lines }
}

test('at level debug each request is a line, without what its address held; at info none is', async (t) => {
  const { visitor, lines } = await logged(t, 'debug')
  await visitor().open('/recuperar/a-secret-link?and=a-secret-query')
  await visitor().open('/nothing/a-secret-path')
  await visitor().send('/entrar', { email: 'a-secret@example.com', password: 'a-secret-password' })
  const log = lines.join('')
  t.match(log, /"method":"GET","route":"\/recuperar\/:token","status":\d+/)
  t.match(log, /"status":404/)
  t.notMatch(log, /a-secret/)
  const quiet = await logged(t, 'info')
  await quiet.visitor().send('/entrar', {}, { token: 'x' })
  t.same(quiet.lines, [])
})

test('an unconfigured proxy is logged once, without the address that it forwards', async (t) => {
  for (const [trustProxy, said] of [
    [false, 1],
    [1, 0],
  ] as const) {
    const { visitor, lines } = await logged(t, 'warn', trustProxy)
    await visitor().open('/entrar')
    t.equal(lines.length, 0)
    for (const address of ['192.0.2.7', '192.0.2.8'])
      await visitor({ 'x-forwarded-for': address }).open('/entrar')
    t.equal(lines.filter((line) => line.includes('TRUST_PROXY names none')).length, said)
    t.notMatch(lines.join(''), '192.0.2.')
  }
})
