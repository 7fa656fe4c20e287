import pg from 'pg'
import t from 'tap'
import { ownPostgres } from '../processes/postgres.js'
import { readiness, startAlone, startUnready, stop, untilNotReady, untilReady } from '../processes/service.js'
import { testDatabase } from '../support/database.js'
import { databaseWithTables } from '../support/database-with-tables.js'
import { startMailServer } from '../support/mail-server.js'
import { until } from '../support/until.js'
import { visitAt } from '../support/visit.js'
import { openStream } from './event-stream.js'
import { newPerson } from './person.js'

t.test('a panel that is started before there is a PostgreSQL says so in pages, and recovers', async (t) => {
  const postgres = await ownPostgres(t)
  const panel = await startAlone(t, 'panel', { DATABASE_URL: postgres.url })
  const visitor = visitAt(() => panel.url)
  const problems = await untilNotReady(panel, /The tables in PostgreSQL cannot be prepared/)
  t.match(problems.join(' '), 'PostgreSQL cannot be used: nothing listens at its address.')
  for (const path of ['/', '/ecmrs', '/nothing-here']) {
    const page = await visitor.open(path)
    t.match(page, { status: 503, headers: { 'retry-after': /\d/, 'content-type': /^text\/html/ } }, path)
    t.match(page.html, /<html lang="es">/)
    t.match(page.text, /El servicio no está disponible ahora mismo/)
    const [, styles = ''] = /href="(\/assets\/panel\.css[^"]+)"/.exec(page.html) ?? []
    t.match(await visitor.open(styles), { status: 200, headers: { 'content-type': /^text\/css/ } })
  }
  visitor.cookies.set('ecmr-language', 'en')
  t.match((await visitor.open('/')).html, /<html lang="en">/)
  t.equal((await visitor.open('/livez')).status, 200)
  t.match(await (await fetch(panel.metricsUrl)).text(), /panel_request_faults_total\{.*route="\/"\} 2/)

  await postgres.start()
  await untilReady(panel)
  t.equal((await visitor.open('/')).status, 200)
  await panel.untilOutput(/"msg":"not ready"[\s\S]*"msg":"ready"/)
  await postgres.kill()
  visitor.cookies.set('ecmr-session', 'A'.repeat(43))
  t.equal((await visitor.open('/')).status, 503, 'the session cannot be read')
  t.equal((await visitor.open('/assets/icon.svg')).status, 200, 'but files are files')
  t.equal(await stop(panel), 0)
})

t.test('a panel that is to stop says so, answers who has asked, and ends with 0', async (t) => {
  const url = await databaseWithTables(t)
  const panel = await startAlone(t, 'panel', { DATABASE_URL: url })
  await untilReady(panel)
  const { visit } = await newPerson(url, () => panel.url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(() => client.end())
  await client.query('begin; lock table accounts.sessions in access exclusive mode')
  const slow = visit.open('/')
  await until(async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await client.query(waiting)).rows.length > 0
  }, 'the page to be under way')

  panel.child.kill('SIGTERM')
  t.same(await untilNotReady(panel, /stopping/), ['The process is stopping.'])
  t.equal(
    (await visitAt(() => panel.url).open('/')).headers.connection,
    'close',
    'browsers are asked to close the connection',
  )
  await until(
    () =>
      readiness(panel).then(
        () => false,
        () => true,
      ),
    'the end of listening',
  )
  await client.query('commit')
  t.equal((await slow).status, 200)
  t.equal(await panel.ended, 0)
})

t.test('an open page does not hold up a panel that is to stop', async (t) => {
  const url = await databaseWithTables(t)
  const panel = await startAlone(t, 'panel', { DATABASE_URL: url })
  await untilReady(panel)
  const { visit } = await newPerson(url, () => panel.url)
  const stream = await openStream(panel.url, visit, '/cambios?desde=')
  if (stream instanceof Response) throw new Error(`no stream: ${stream.status}`)
  await stream.next('ready')
  const metrics = await (await fetch(panel.metricsUrl)).text()
  t.match(metrics, /ecmr_panel_live_streams 1/)
  panel.child.kill('SIGTERM')
  await t.resolves(stream.ended, 'it is ended, and not broken off')
  t.equal(await panel.ended, 0)
})

t.test('where nothing but a panel runs, changes of accounts still reach the log', async (t) => {
  const url = await testDatabase(t)
  const panel = await startAlone(t, 'panel', { DATABASE_URL: url })
  await untilReady(panel)
  await newPerson(url, () => panel.url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(() => client.end())
  const count = async (table: string): Promise<number> =>
    (await client.query(`select from ${table}`)).rows.length
  await until(async () => (await count('accounts.audit_outbox')) === 0, 'nothing to be left outside the log')
  t.not(await count('log.events'), 0)
})

t.test('figures name addresses by their pattern', async (t) => {
  const panel = await startAlone(t, 'panel', { DATABASE_URL: await databaseWithTables(t) })
  await untilReady(panel)
  const visitor = visitAt(() => panel.url)
  await visitor.open('/idioma/en')
  await visitor.open('/somewhere/else?with=secrets')
  const figures = await (await fetch(panel.metricsUrl)).text()
  t.match(figures, /_count\{method="GET",route="\/idioma\/:language"\} 1/)
  t.match(figures, /_count\{method="any",route="unknown"\} 1/)
  t.notMatch(figures, /somewhere|secrets/)
  t.equal((await visitor.open('/metrics')).status, 404, 'and are not at the public port')
})

t.test('a panel that sends mail needs a sender address', async (t) => {
  const env = { DATABASE_URL: 'postgres://localhost/ecmr', SMTP_URL: 'smtp://localhost' }
  const panel = startUnready(t, 'panel', env)
  t.equal(await panel.ended, 1)
  t.match(panel.output(), /^The configuration is not valid: MAIL_FROM is not set; with SMTP_URL it must be /)
})

t.test('a panel with a mail server sends the notices that wait', async (t) => {
  const [mail, url] = [await startMailServer(t), await databaseWithTables(t)]
  const env = { DATABASE_URL: url, SMTP_URL: mail.url, MAIL_FROM: 'eCMR <ecmr@example.com>' }
  const panel = await startAlone(t, 'panel', env)
  await untilReady(panel)
  const { user, visit } = await newPerson(url, () => panel.url)
  t.equal((await visit.send('/cuenta/avisos', { notices: 'incidents' }, { from: '/cuenta' })).status, 303)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into accounts.notices (user_id, kind, source, company_id, role, ecmr_id, ecmr_number, recorded_at)
     values ($1, 'incidents', '1', $2, $3, gen_random_uuid(), 'ECMR-2026-000001', now())`,
    [user.id, user.company_id, user.role],
  )
  await client.end()
  t.match(await mail.next(), { to: [user.email], text: /Incidencia en la carta de porte ECMR-2026-000001/ })
  await until(
    async () => /ecmr_notice_mails_total 1/.test(await (await fetch(panel.metricsUrl)).text()),
    'the figure',
  )
})
