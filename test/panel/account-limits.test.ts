import { requestRegistration } from '@ecmr/accounts'
import { pino } from 'pino'
import { test } from 'tap'
import { buildMailingPanel, OTHER_PASSWORD, PASSWORD, pathOf, withPassword } from '../support/account.js'
import { buildTestPanel, SITE_URL } from '../support/panel.js'
import type { Fields } from './ground.js'

const FROM = { from: '/empresa/personas' }

test('forms behind links are taken a few times a minute, also from who is logged in', async (t) => {
  const { person, haulier, visitor } = await buildTestPanel(t)
  const guest = visitor()
  const { formToken: token = '' } = await guest.open('/entrar')
  for (const path of ['/registro/x', '/recuperar/x', '/invitacion/x']) {
    const answers: number[] = []
    for (let times = 0; times < 11; times++)
      answers.push((await guest.send(path, { password: OTHER_PASSWORD }, { token })).status)
    t.same(answers, [...Array.from({ length: 10 }, () => 404), 429], path)
  }
  t.equal((await (await person(haulier)).send('/recuperar/x', {}, { from: '/' })).status, 429)
})

test('messages that others trigger to an address do not keep its owner from getting a link', async (t) => {
  const { visitor, pool, haulier, mail } = await buildMailingPanel(t)
  const { email } = await withPassword(pool, haulier)
  const stranger = visitor({ 'x-forwarded-for': '192.0.2.7' })
  const { formToken: token = '' } = await stranger.open('/registro')
  const typed = { company_name: 'Nadie', name: 'Nadie', email }
  await Promise.all(Array.from({ length: 8 }, () => stranger.send('/registro', typed, { token })))
  await visitor().send('/recuperar', { email })
  for (let received = 0; received < 6; received++)
    t.match((await mail.next()).headers.get('subject'), /Ya tiene una cuenta/)
  t.match(pathOf((await mail.next()).links[0]), /^\/recuperar\//)
})

test('link requests by others leave some for the browser that the account’s owner uses', async (t) => {
  const { visitor, pool, haulier, mail } = await buildMailingPanel(t)
  const { email } = await withPassword(pool, haulier)
  const [own, stranger] = [visitor(), visitor()]
  await own.send('/entrar', { email, password: PASSWORD })
  await own.send('/salir', {}, { from: '/cuenta' })
  const { formToken: token = '' } = await stranger.open('/recuperar')
  const ask = () => stranger.send('/recuperar', { email }, { token })
  const asked = await Promise.all(Array.from({ length: 8 }, ask))
  t.same(new Set(asked.map(({ status }) => status)), new Set([200]), 'the answer does not reveal the limit')
  for (let received = 0; received < 5; received++) await mail.next()
  await own.send('/recuperar', { email })
  t.match(pathOf((await mail.next()).links[0]), /^\/recuperar\//)
})

test('an invitation does not tell whether its address has an account elsewhere', async (t) => {
  const { person, pool, haulier, rival, mail } = await buildMailingPanel(t)
  await withPassword(pool, rival, { email: 'known@example.com' })
  const lucia = await person(haulier)
  const seen: unknown[] = []
  for (const email of ['known@example.com', 'other@example.com']) {
    const fields = { email, role: 'member', language: 'es' }
    const answer = await lucia.send('/empresa/personas/invitar', fields, FROM)
    const page = await lucia.follow(answer)
    t.match(page.text, new RegExp(`Invitaciones pendientes .*${email}`))
    seen.push([answer.status, answer.location, page.status])
    t.match(await mail.next(), { to: [email] })
  }
  t.same(seen[0], seen[1])
})

test('a company invites so many people an hour, however many it withdraws', async (t) => {
  const { person, haulier, rival } = await buildTestPanel(t)
  const [lucia, colleague, eve] = [await person(haulier), await person(haulier), await person(rival)]
  const send = async (who: typeof lucia, fields: Fields, token?: string) =>
    (await who.send('/empresa/personas/invitar', fields, { ...FROM, ...(token && { token }) })).status
  const { formToken: token = '' } = await lucia.open('/empresa/personas')
  for (let times = 0; times < 60; times++) t.equal(await send(lucia, {}, token), 400)
  const joan = { email: 'joan@example.com', role: 'member', language: 'es' }
  t.equal(await send(lucia, joan), 429)
  t.equal(await send(colleague, joan), 429)
  t.equal(await send(eve, joan), 200, 'others are not concerned')
})

test('no page of a link is cached or revealed to another site', async (t) => {
  const { pool, visitor } = await buildTestPanel(t)
  const registrant = { company_name: 'Eva', name: 'Eva', email: 'eva@example.com', language: 'es' } as const
  const requested = await requestRegistration(pool, registrant)
  const registration = requested.kind === 'link' ? requested.token : ''
  const dead = ['/registro/x', '/recuperar/x', '/invitacion/x']
  for (const path of [`/registro/${registration}`, ...dead, '/entrar', '/registro', '/recuperar']) {
    const { headers, html } = await visitor().open(path)
    t.match(headers, { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' }, path)
    const elsewhere = html.replaceAll(SITE_URL, '').match(/(src|href|action)="(\w+:)?\/\/[^"]*/g)
    t.equal(elsewhere, null, path)
  }
})

test('no log holds a password, a link, a cookie or an address of mail, also when something fails', async (t) => {
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const { visitor, pool, haulier, mail } = await buildMailingPanel(t, { logger })
  const { email } = await withPassword(pool, haulier)
  const [marta, guest] = [visitor(), visitor()]
  await marta.send('/entrar', { email, password: 'not-the-one' })
  await marta.send('/entrar', { email, password: PASSWORD })
  mail.refuse(550)
  for (const _ of [1, 2]) await guest.send('/recuperar', { email })
  const path = pathOf((await mail.next()).links[0])
  await guest.open(path)
  await guest.send(path, { password: 'too-short' })
  await pool.query('alter table accounts.links rename to gone')
  const failed = await guest.send(path, { password: OTHER_PASSWORD }, { from: '/entrar' })
  t.equal(failed.status, 500)
  t.notMatch(failed.text, /accounts|relation/)
  const log = lines.join('')
  t.match(log, /page failed/)
  t.match(log, /mail not taken/)
  const session = marta.cookies.get('__Host-session') ?? ''
  const link = path.split('/').at(-1) ?? ''
  for (const secret of [email, 'not-the-one', 'too-short', PASSWORD, OTHER_PASSWORD, session, link])
    t.notOk(log.includes(secret), secret)
})
