import { findInvitation, invite } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import t from 'tap'
import { buildMailingPanel, PASSWORD, pathOf, withPassword } from '../support/account.js'
import { operator, SITE_URL } from '../support/panel.js'

const { person, visitor, pool, haulier, rival, mail } = await buildMailingPanel(t)

t.test('who is invited chooses a name and a password, and works for the company', async (t) => {
  const lucia = await person(haulier)
  const sent = await lucia.send(
    '/empresa/personas/invitar',
    { email: 'joan@example.com', role: 'member', language: 'en' },
    { from: '/empresa/personas' },
  )
  t.equal(sent.location, '/empresa/personas')
  const people = await lucia.follow(sent)
  t.match(people.text, /Invitación enviada\. .*Invitaciones pendientes .*joan@example\.com Miembro/)
  t.notMatch(people.html, /\/invitacion\//, 'the link is in the message alone')

  const message = await mail.next()
  t.same(message.to, ['joan@example.com'])
  t.equal(message.headers.get('subject'), 'Transportes Guadalquivir invites you to eCMR')
  t.match(message.text, /Lucía Fernández invites you .* until \d+ \w+ \d{4}/s)
  t.ok(message.links[0]?.startsWith(`${SITE_URL}/invitacion/`))
  const path = pathOf(message.links[0])
  const joan = visitor({ 'accept-language': 'en' })
  t.match(
    (await joan.open(path)).text,
    /You are invited to Transportes Guadalquivir .*member.* joan@example\.com/,
  )
  const joined = await joan.send(path, { name: 'Joan Serra', password: PASSWORD })
  t.equal(joined.location, '/')
  t.match(
    (await joan.open('/cuenta')).text,
    /You are now part of the company\. .*joan@example\.com Role Member/,
  )
  t.match((await joan.open('/empresa')).text, /Transportes Guadalquivir/)
  t.equal((await visitor().open(path)).status, 404)
  t.equal((await visitor().send(path, { name: 'Eve', password: PASSWORD }, { from: '/entrar' })).status, 404)
  t.match((await lucia.open('/empresa/personas')).text, /Joan Serra .*No hay invitaciones pendientes/)
})

t.test('faults are shown beside each field, and the link stays valid', async (t) => {
  const input = { email: 'jordi@example.com', role: 'member', language: 'es' } as const
  const invited = await invite(pool, actingFor(haulier.id), input, operator)
  const path = `/invitacion/${invited.ok && invited.token}`
  const joan = visitor()
  const bad: readonly (readonly [string, string, RegExp])[] = [
    ['name', '', /Rellene/],
    ['name', 'x'.repeat(201), /como mucho 200/],
    ['name', 'evil\u202Egnp.exe', /formato correcto/],
    ['password', 'short', /al menos 12/],
    ['password', 'Guadalquivir1', /demasiado a su nombre/],
    ['password', 'jordi@example.com', /demasiado a su nombre/],
  ]
  for (const [field, value, sentence] of bad) {
    const page = await joan.send(path, { name: 'Joan Serra', password: PASSWORD, [field]: value })
    t.equal(page.status, 400)
    t.match(new RegExp(`id="f-${field}-fault">([^<]*)`).exec(page.html)?.[1], sentence, `${field} ${value}`)
    t.notMatch(page.html, /type="password"[^>]*value=/)
  }
  t.equal((await joan.send(path, { name: 'Joan Serra', password: PASSWORD })).status, 303)
})

t.test('a user logged in to another account sees a notice, then is logged in to the new one', async (t) => {
  const input = { email: 'josep@example.com', role: 'owner', language: 'es' } as const
  const invited = await invite(pool, actingFor(haulier.id), input, operator)
  const path = `/invitacion/${invited.ok && invited.token}`
  const eve = await person(rival, 'owner', 'Eve Moreau')
  const copy = visitor()
  copy.cookies.set('__Host-session', eve.cookies.get('__Host-session') ?? '')
  t.match((await eve.open(path)).text, /Ahora está dentro como Eve Moreau.*Será propietario/)
  await eve.send(path, { name: 'Joan Serra', password: PASSWORD })
  t.match((await eve.open('/cuenta')).text, /josep@example\.com/)
  t.equal((await copy.open('/cuenta')).status, 303, 'the session of before has ended')
})

t.test('an address that got an account in the meantime gets an error', async (t) => {
  const input = { email: 'julia@example.com', role: 'member', language: 'es' } as const
  const invited = await invite(pool, actingFor(haulier.id), input, operator)
  const token = invited.ok ? invited.token : ''
  await withPassword(pool, rival, { email: 'julia@example.com' })
  const julia = visitor({ 'x-forwarded-for': '192.0.2.7' })
  const page = await julia.send(`/invitacion/${token}`, { name: 'Joan', password: PASSWORD })
  t.equal(page.status, 400)
  t.match(page.text, /Este correo ya tiene una cuenta/)
  t.ok(await findInvitation(pool, token))
})
