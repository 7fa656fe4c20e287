import { test } from 'tap'
import { buildMailingPanel, OTHER_PASSWORD, PASSWORD, pathOf, withPassword } from '../support/account.js'
import { buildTestPanel } from '../support/panel.js'

const FROM = { from: '/empresa/personas' }

test('forms behind links are taken a few times a minute, also from who is logged in', async (t) => {
  const { person, haulier, visitor } = await buildTestPanel(t)
  const somebody = visitor()
  const { formToken: token = '' } = await somebody.open('/entrar')
  for (const path of ['/registro/x', '/recuperar/x', '/invitacion/x']) {
    const answers: number[] = []
    for (let times = 0; times < 11; times++)
      answers.push((await somebody.send(path, { password: OTHER_PASSWORD }, { token })).status)
    t.same(answers, [...Array.from({ length: 10 }, () => 404), 429], path)
  }
  const inside = await (await person(haulier)).send('/recuperar/x', {}, { from: '/' })
  t.equal(inside.status, 429)
})

test('messages that others trigger to an address do not keep its owner from getting a link', async (t) => {
  const { visitor, pool, haulier, mail } = await buildMailingPanel(t)
  await withPassword(pool, haulier)
  const stranger = visitor({ 'x-forwarded-for': '192.0.2.7' })
  const { formToken: token = '' } = await stranger.open('/registro')
  const typed = { company_name: 'Nadie', name: 'Nadie', email: 'marta@example.com' }
  await Promise.all(Array.from({ length: 8 }, () => stranger.send('/registro', typed, { token })))
  await visitor().send('/recuperar', { email: 'marta@example.com' })
  for (let received = 0; received < 6; received++)
    t.match((await mail.next()).headers.get('subject'), /Ya tiene una cuenta/)
  t.match(pathOf((await mail.next()).links[0]), /^\/recuperar\//)
})

test('link requests by others leave some for the browser that the account’s owner uses', async (t) => {
  const { visitor, pool, haulier, mail } = await buildMailingPanel(t)
  const { email } = await withPassword(pool, haulier)
  const own = visitor()
  await own.send('/entrar', { email, password: PASSWORD })
  await own.send('/salir', {}, { from: '/cuenta' })
  const stranger = visitor()
  const { formToken: token = '' } = await stranger.open('/recuperar')
  const asked = await Promise.all(
    Array.from({ length: 8 }, () => stranger.send('/recuperar', { email }, { token })),
  )
  t.same(new Set(asked.map(({ status }) => status)), new Set([200]), 'the answer does not reveal the limit')
  for (let received = 0; received < 5; received++) await mail.next()
  await own.send('/recuperar', { email })
  const message = await mail.next()
  t.match(pathOf(message.links[0]), /^\/recuperar\//)
})

test('an invitation does not tell whether its address has an account elsewhere', async (t) => {
  const { person, pool, haulier, rival, mail } = await buildMailingPanel(t)
  await withPassword(pool, rival, { email: 'known@example.com' })
  const lucia = await person(haulier)
  const seen: unknown[] = []
  for (const email of ['known@example.com', 'other@example.com']) {
    const answer = await lucia.send(
      '/empresa/personas/invitar',
      { email, role: 'member', language: 'es' },
      FROM,
    )
    const page = await lucia.follow(answer)
    t.match(page.text, new RegExp(`Invitaciones pendientes .*${email}`))
    seen.push([answer.status, answer.location, page.status])
    t.match(await mail.next(), { to: [email] })
  }
  t.same(seen[0], seen[1])
})

test('a company invites so many people an hour, however many it withdraws', async (t) => {
  const { person, haulier, rival } = await buildTestPanel(t)
  const [lucia, eve] = [await person(haulier), await person(rival)]
  const colleague = await person(haulier)
  const send = async (who: typeof lucia, fields: Readonly<Record<string, string>>, token?: string) =>
    (await who.send('/empresa/personas/invitar', fields, { ...FROM, ...(token && { token }) })).status
  const { formToken: token = '' } = await lucia.open('/empresa/personas')
  for (let times = 0; times < 60; times++) t.equal(await send(lucia, {}, token), 400)
  const joan = { email: 'joan@example.com', role: 'member', language: 'es' }
  t.equal(await send(lucia, joan), 429)
  t.equal(await send(colleague, joan), 429)
  t.equal(await send(eve, joan), 200, 'others are not concerned')
})
