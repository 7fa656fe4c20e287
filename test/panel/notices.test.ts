import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import {
  addMembership,
  changeRole,
  keepNotices,
  noticesBacklog,
  removeUser,
  type User,
  unsubscribeTokens,
} from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { openMailer } from '@ecmr/mail'
import { dueNotes } from '@ecmr/read-models'
import t, { type Test } from 'tap'
import { startProcess } from '../support/child-process.js'
import { startMailServer } from '../support/mail-server.js'
import { buildTestPanel, operator, SITE_URL } from '../support/panel.js'
import { until } from '../support/until.js'
import type { Visit } from '../support/visit.js'
import { delay, noteWriter, signedBy } from './ground.js'

const SENDING = fileURLToPath(new URL('sending-process.js', import.meta.url))
const NOON = new Date('2026-06-01T10:00:00Z')

type Reader = Visit & { readonly user: User }

/** An installation of its own with a mail server, in which this test alone says when notices are looked after. */
async function office(t: Test) {
  const mail = await startMailServer(t)
  const warnings: object[] = []
  const quiet = {
    info: () => undefined,
    warn: (said: object) => warnings.push(said),
    error: (said: object) => warnings.push(said),
  }
  const mailer = openMailer({ url: mail.url, from: 'eCMR <ecmr@example.com>', log: quiet })
  const away = openMailer({ url: 'smtp://127.0.0.1:9', from: 'ecmr@example.com', log: quiet })
  const panel = await buildTestPanel(t, () => ({ mailer }))
  t.teardown(() => Promise.all([mailer.close(), away.close()]))
  const { pool, store, url, dependencies, haulier } = panel
  const counted = { sent: 0, failed: 0, givenUp: 0 }
  const metrics = {
    sent: (count: number) => {
      counted.sent += count
    },
    failed: () => {
      counted.failed += 1
    },
    givenUp: (count: number) => {
      counted.givenUp += count
    },
  }
  const wanting = async (
    kinds: readonly string[],
    { company = haulier, language = 'es', role = 'member' as User['role'] } = {},
  ): Promise<Reader> => {
    const reader = await panel.person(company, role)
    await pool.query('update accounts.users set language = $2 where id = $1', [reader.user.id, language])
    const saved = await reader.send('/cuenta/avisos', { notices: kinds }, { from: '/cuenta' })
    t.equal(saved.status, 303)
    return reader
  }
  const waiting = async (): Promise<number> =>
    (await pool.query('select from accounts.notices where ended_at is null')).rowCount ?? 0
  /** the history knows all that was written */
  const settled = async (): Promise<void> => {
    const head = await store.head()
    const known = "select from projections.checkpoints where name in ('history', 'list') and position >= $1"
    await until(async () => (await pool.query(known, [head])).rowCount === 2, 'the history')
  }
  return {
    ...panel,
    ...noteWriter(panel),
    ...{ mail, away, counted, warnings, wanting, waiting, settled },
    /** looks after notices until a condition holds */
    async run(
      condition: () => boolean | Promise<boolean>,
      { by = mailer, now = NOON, of = pool } = {},
    ): Promise<void> {
      await settled()
      const stop = new AbortController()
      const options = {
        pool: of,
        store,
        mailer: by,
        siteUrl: dependencies.siteUrl,
        tokens: unsubscribeTokens(dependencies.secretKey),
        log: quiet,
        metrics,
        signal: stop.signal,
      }
      const running = keepNotices({ ...options, clock: () => now, pauseMs: 20 })
      await until(condition, 'notices').finally(() => stop.abort())
      await running
    },
    /** all that has happened has been looked at, and nothing waits that is due */
    async isDone(): Promise<boolean> {
      const behind = await pool.query(
        `select from accounts.notice_companies c where exists (select from rm_history.events e
           where e.company_id = c.company_id::text and e.position > c.position)
         union all select from accounts.notices where ended_at is null and next_at <= now()`,
      )
      return behind.rowCount === 0
    },
    process: () => startProcess(t, [SENDING, url, mail.url]),
  }
}

t.test('without a mail server the profile says so, and nothing can be chosen', async (t) => {
  const panel = await buildTestPanel(t)
  const lucia = await panel.person(panel.haulier)
  t.match((await lucia.open('/cuenta')).text, /Esta instalación no envía correo/)
  t.match(await lucia.send('/cuenta/avisos', { notices: 'incidents' }, { from: '/cuenta' }), { status: 404 })
})

t.test('people are mailed what they chose, in their language, with nothing personal', async (t) => {
  const here = await office(t)
  const { mail, create, write, wanting } = here
  const old = await create()
  await write(old, delay('Antes'))
  await here.settled()
  const [lucia, emma] = [
    await wanting(['incidents', 'signatures']),
    await wanting(['signatures'], { language: 'en' }),
  ]
  await here.person(here.haulier)
  await wanting(['incidents', 'signatures'], { company: here.rival })
  t.match(
    (await lucia.open('/cuenta')).html,
    /value="incidents" checked>[\s\S]*value="signatures" checked>[\s\S]*value="late_deliveries">/,
  )
  t.match(await lucia.send('/cuenta/avisos', { notices: 'birthdays' }, { from: '/cuenta' }), {
    status: 400,
    text: /Elija entre los avisos/,
  })
  const note = await create({ sender_company_name: 'Aceites Personales' })
  await write(note, signedBy('sender', 'Antonio Ruiz'))
  await write(note, delay('El conductor Iván está enfermo'))
  await here.run(async () => mail.received.length >= 3 && (await here.isDone()))
  const to = (address: string) => mail.received.filter(({ to }) => to[0] === address)
  t.same(
    to(lucia.user.email)
      .map(({ headers }) => headers.get('subject'))
      .toSorted(),
    [
      `Firma del remitente en la carta de porte ${note.ecmr_number}`,
      `Incidencia en la carta de porte ${note.ecmr_number}`,
    ],
  )
  t.same(
    to(emma.user.email).map(({ headers }) => headers.get('subject')),
    [`Signature of the sender on consignment note ${note.ecmr_number}`],
  )
  t.equal(mail.received.length, 3, 'neither others nor the other company, and nothing from before')
  for (const { text, links, headers } of mail.received) {
    const [, , unsubscribe = ''] = links
    t.same(links, [
      `${SITE_URL}/ecmrs/${note.id}`,
      `${SITE_URL}/cuenta?como=${here.haulier.id}#avisos`,
      unsubscribe,
    ])
    t.ok(unsubscribe.startsWith(`${SITE_URL}/avisos/baja/`), unsubscribe)
    t.equal(headers.get('list-unsubscribe'), `<${unsubscribe}>`)
    t.equal(headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    t.match(text, /(sobre|about) Transportes Guadalquivir (porque|because)/)
    t.match(
      text,
      /Registrada el \d+ de \w+ de \d{4} a las \d\d:\d\d CES?T\.|Recorded on \d+ \w+ \d{4} at \d\d:\d\d CES?T\./,
    )
    t.notMatch(text, /Antonio|Iván|Personales|Lucía/)
    t.match(headers.get('message-id'), /^<[0-9a-f]{40}@example\.com>$/)
  }
  t.same(here.counted, { sent: 3, failed: 0, givenUp: 0 })
  t.same(here.warnings, [])
})

t.test(
  'a person of two companies is mailed about each what they chose there, and of which it is',
  async (t) => {
    const here = await office(t)
    const lucia = await here.wanting(['incidents'])
    const membership = { company_id: here.rival.id, role: 'member' } as const
    await addMembership(here.pool, lucia.user, membership, operator)
    await lucia.send('/cambiar-empresa', { _company: here.rival.id }, { from: '/' })
    t.notMatch((await lucia.open('/cuenta')).html, /value="incidents" checked/, 'nothing is chosen there yet')
    await lucia.send('/cuenta/avisos', { notices: 'signatures' }, { from: '/cuenta' })
    const [ours, theirs] = [await here.create(), await here.create({}, here.rival)]
    for (const note of [ours, theirs]) await here.write(note, signedBy('sender'), delay())
    await here.run(async () => here.mail.received.length >= 2 && (await here.isDone()))
    const about = (id: string) => here.mail.received.filter(({ links }) => links[0]?.endsWith(id))
    t.equal(here.mail.received.length, 2)
    t.match(about(ours.id), [{ text: /Incidencia [\s\S]*sobre Transportes Guadalquivir porque/ }])
    t.match(about(theirs.id), [{ text: /Firma [\s\S]*sobre Transports Garonne porque/ }])
  },
)

t.test('what a person has done is not mailed to that person', async (t) => {
  const here = await office(t)
  const note = await here.create()
  const writer = (
    await here.pool.query<{ id: string }>("select id from accounts.users where email like '%-%'")
  ).rows[0]?.id
  await here.pool.query("update accounts.memberships set notices = '{incidents}' where user_id = $1", [
    writer,
  ])
  const other = await here.wanting(['incidents'])
  await here.write(note, delay())
  await here.run(async () => here.mail.received.length > 0 && (await here.isDone()))
  t.same(
    here.mail.received.map(({ to }) => to[0]),
    [other.user.email],
  )
})

t.test('nothing goes to who has opted out, was removed, or has another role since', async (t) => {
  const here = await office(t)
  const company = actingFor(here.haulier.id)
  const [out, gone, other] = [
    await here.wanting(['incidents']),
    await here.wanting(['incidents']),
    await here.wanting(['incidents']),
  ]
  const kept = await here.wanting(['incidents'])
  await here.write(await here.create(), delay())
  await here.run(async () => here.counted.failed > 0 && (await here.waiting()) === 4, { by: here.away })
  await out.send('/cuenta/avisos', {}, { from: '/cuenta' })
  await removeUser(here.pool, company, gone.user.id, operator)
  await changeRole(here.pool, company, other.user.id, 'reader', operator)
  await here.pool.query('update accounts.notices set next_at = now()')
  await here.run(async () => here.counted.sent > 0 && (await here.waiting()) === 0)
  t.same(
    here.mail.received.map(({ to }) => to[0]),
    [kept.user.email],
  )
  t.notMatch(JSON.stringify(here.warnings), /@/, 'no log names an address')
})

t.test('two processes send each notice once', async (t) => {
  const here = await office(t)
  const note = await here.create()
  await Promise.all([here.wanting(['signatures']), here.wanting(['signatures'])])
  await here.write(note, signedBy('sender'), signedBy('carrier'))
  const done = async () => here.mail.received.length >= 4 && (await here.isDone())
  await Promise.all([here.run(done), here.run(done), here.run(done)])
  t.equal(here.mail.received.length, 4)
  t.equal(new Set(here.mail.received.map(({ headers }) => headers.get('message-id'))).size, 4)
})

t.test('a process killed between sending and recording sends once more, under the same id', async (t) => {
  const here = await office(t)
  await here.wanting(['incidents'])
  await here.write(await here.create(), delay())
  await here.settled()
  const holder = await here.pool.connect()
  await holder.query('select pg_advisory_lock(7)')
  await holder.query(`
    create function held() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(7); return new; end';
    create trigger held before update of ended_at on accounts.notices for each row execute function held()`)
  const sending = here.process()
  const sessions = `application_name = 'sending process' and datname = current_database()`
  const held = `select from pg_stat_activity where ${sessions} and wait_event_type = 'Lock'`
  await until(async () => (await here.pool.query(held)).rowCount === 1, 'the record')
  t.equal(here.mail.received.length, 1, 'the mail is sent before')
  sending.child.kill('SIGKILL')
  await sending.ended
  await here.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${sessions}`)
  await until(
    async () => (await here.pool.query(`select from pg_stat_activity where ${sessions}`)).rowCount === 0,
    'the end of its sessions',
  )
  await holder.query('select pg_advisory_unlock(7)')
  holder.release()
  t.equal(await here.waiting(), 1, 'it is not recorded')
  await here.pool.query('update accounts.notices set next_at = now() where ended_at is null')
  await here.run(async () => (await here.waiting()) === 0)
  const ids = here.mail.received.map(({ headers }) => headers.get('message-id'))
  t.equal(ids.length, 2)
  t.equal(ids[0], ids[1])
})

t.test('beyond twenty mails an hour the others come in one when the hour is over', async (t) => {
  const here = await office(t)
  const reader = await here.wanting(['incidents'])
  const one = await here.wanting(['signatures'])
  const note = await here.create()
  const busy = Array.from({ length: 45 }, (_, n) => delay(`Atasco ${n}`, randomUUID()))
  await here.write(note, signedBy('sender'))
  await here.write(note, ...busy)
  const isLateInHour = () => new Date().getUTCMinutes() === 59 && new Date().getUTCSeconds() > 40
  await until(() => !isLateInHour(), 'the next hour')
  await here.run(async () => here.mail.received.length >= 21 && (await here.isDone()))
  const to = (who: Reader) => here.mail.received.filter(({ to }) => to[0] === who.user.email)
  t.equal(to(one).length, 1)
  t.equal(to(reader).length, 20)
  t.match(await noticesBacklog(here.pool), { waiting: 0 }, 'what comes with the next hour is not late')
  await here.pool.query(`update accounts.notices set claimed_at = claimed_at - interval '1 hour',
    next_at = least(next_at, now()), due_at = least(due_at, now())`)
  await here.run(async () => (await here.waiting()) === 0)
  const last = to(reader).at(-1)
  t.equal(to(reader).length, 21)
  t.match(last?.headers.get('subject'), '25 avisos de eCMR')
  t.match(last?.text, /Y 5 más:\n/)
  t.equal(last?.text.match(/Incidencia en la carta/g)?.length, 20)
})

t.test('late deliveries come once a day, from seven where the company is', async (t) => {
  const here = await office(t)
  const reader = await here.wanting(['late_deliveries'])
  await here.wanting(['late_deliveries'], { company: here.rival })
  const late = {
    pickup_date: '2026-05-20',
    delivery_date: '2026-05-30',
    carrier_company_name: 'Transportes Genil',
  }
  for (let n = 0; n < 22; n++) await here.write(await here.create(late), { type: 'take_over' })
  await here.settled()
  const due = await dueNotes(here.pool, actingFor(here.haulier.id), '2026-06-01', { most: 1 })
  t.equal(due.lateDeliveries.total, 22)
  await here.run(() => here.isDone(), { now: new Date('2026-06-01T04:59:00Z') })
  t.equal(here.mail.received.length, 0, 'too early: 6:59 in Madrid')
  for (const now of ['2026-06-01T05:01:00Z', '2026-06-01T15:00:00Z']) {
    await here.run(async () => here.mail.received.length === 1 && (await here.isDone()), {
      now: new Date(now),
    })
  }
  const [{ to, headers, text } = { to: [], headers: new Map<string, string>(), text: '' }] =
    here.mail.received
  t.same(to, [reader.user.email])
  t.equal(headers.get('subject'), '22 entregas con retraso')
  t.match(text, /entrega prevista el 30 de mayo de 2026\n/)
  t.match(text, `Y 2 más:\n${SITE_URL}/ecmrs?late=delivery&como=${here.haulier.id}\n`)
  t.equal(text.match(/Carta de porte/g)?.length, 20)
  await here.run(async () => here.mail.received.length === 2 && (await here.isDone()), {
    now: new Date('2026-06-02T06:00:00Z'),
  })
})

t.test('a mail server that is away, or refuses for good', async (t) => {
  const here = await office(t)
  const [lucia] = [await here.wanting(['incidents'])]
  await here.write(await here.create(), delay())
  await here.run(() => here.warnings.length > 0, { by: here.away })
  t.match(here.warnings, [{ err: { reason: /ESOCKET|ECONN/ } }])
  await here.pool.query("update accounts.notices set next_at = now(), due_at = now() - interval '20 minutes'")
  const { waiting, oldest_ms } = await noticesBacklog(here.pool)
  t.equal(waiting, 1)
  t.ok(oldest_ms >= 1_200_000)
  await here.run(async () => (await here.waiting()) === 0)
  t.same(
    here.mail.received.map(({ to }) => to[0]),
    [lucia.user.email],
  )
  here.mail.refuse(550)
  await here.write(await here.create(), delay())
  await here.run(() => here.counted.givenUp === 1)
  t.equal(await here.waiting(), 0)
  t.notMatch(JSON.stringify(here.warnings), /@/)
})

t.test('what happened before is not mailed when the log or the history is another', async (t) => {
  const here = await office(t)
  await here.wanting(['incidents'])
  await here.write(await here.create(), delay('Primera'))
  await here.run(async () => here.mail.received.length === 1 && (await here.isDone()))
  await here.pool.query('delete from accounts.notices')
  for (const [what, sql] of [
    ['beyond the head', "update accounts.notice_companies set position = repeat('9', char_length(position))"],
    [
      'of another log',
      `update accounts.notice_companies set event_id = gen_random_uuid(), position =
       (select min(position) from rm_history.events)`,
    ],
    ['lost', 'delete from accounts.notice_companies'],
  ] as const) {
    await here.pool.query(sql)
    const head = await here.store.head()
    await here.run(
      async () =>
        (await here.pool.query('select from accounts.notice_companies where position = $1', [head]))
          .rowCount === 1,
    )
    t.equal(here.mail.received.length, 1, what)
  }
  await here.pool.query("update accounts.notice_companies set position = '', event_id = null")
  await here.pool.query("update rm_history.events set recorded_at = recorded_at - interval '2 days'")
  await here.run(() => here.isDone())
  t.equal(here.mail.received.length, 1, 'nor what is older than a day')
  await here.write(await here.create(), delay('Segunda'))
  await here.run(async () => here.mail.received.length === 2 && (await here.isDone()))
})
