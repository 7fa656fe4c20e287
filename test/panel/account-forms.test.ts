import { invite, requestRegistration, requestReset } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import type { PanelServer } from '@ecmr/panel'
import type { Pool } from 'pg'
import t from 'tap'
import { PASSWORD, withPassword } from '../support/account.js'
import { buildTestPanel, operator } from '../support/panel.js'

const { app, person, visitor, pool, haulier } = await buildTestPanel(t)

const PUBLIC = { email: 'eve@example.com', password: PASSWORD, name: 'Eve', company_name: 'Eve' }

/** Everything that a form could change, but for what every request moves. */
async function everythingIn(pool: Pool): Promise<unknown> {
  const { rows } = await pool.query(`
    select (select jsonb_agg(c order by id) from accounts.companies c) as companies,
      (select jsonb_agg(u order by id) from accounts.users u) as users,
      (select jsonb_agg(to_jsonb(s) - 'last_seen_at' order by id) from accounts.sessions s) as sessions,
      (select jsonb_agg(l order by id) from accounts.links l) as links,
      (select jsonb_agg(f) from accounts.failed_logins f) as failures`)
  return rows[0]
}

const AREA = /^\/(registro|entrar|salir|recuperar|invitacion|cuenta|empresa)\b/

/** Read from the tree that Fastify prints: one line for each part of a path, deeper ones further in. */
function addressesThatTakeForms(app: Pick<PanelServer, 'printRoutes'>): readonly string[] {
  const path: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods = ''] = /^(.*?)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
      if (indent === undefined || part === undefined) return []
      path.splice(indent.length / 4, path.length, part)
      return methods.includes('POST') ? [path.join('')] : []
    })
}

t.test('no form is taken without the token that was made for it, at any address', async (t) => {
  const [lucia, pedro] = [await person(haulier), await person(haulier, 'member', 'Pedro')]
  await withPassword(pool, haulier)
  const reset = await requestReset(pool, lucia.user.email, operator)
  const input = { email: 'joan@example.com', role: 'member', language: 'es' } as const
  const invited = await invite(pool, actingFor(haulier.id), input, operator)
  const invitation = invited.ok ? invited : undefined
  const people = '/empresa/personas'
  const requested = await requestRegistration(pool, { ...PUBLIC, language: 'es' })
  const registration = requested.kind === 'link' ? requested.token : ''
  const addresses: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['/registro', PUBLIC],
    [`/registro/${registration}`, PUBLIC],
    ['/entrar', { email: 'marta@example.com', password: PASSWORD }],
    ['/salir', {}],
    ['/recuperar', PUBLIC],
    [`/recuperar/${reset?.token}`, PUBLIC],
    [`/invitacion/${invitation?.token}`, PUBLIC],
    ['/cuenta', { name: 'Eve', language: 'en' }],
    ['/cuenta/contrasena', { current: PASSWORD, password: PASSWORD }],
    [`/cuenta/sesiones/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}/cerrar`, {}],
    ['/cuenta/sesiones/cerrar-otras', {}],
    ['/empresa', { name: 'Eve', time_zone: 'UTC', policy: 'strict' }],
    [`${people}/invitar`, { email: 'eve@example.com', role: 'owner', language: 'es' }],
    [`${people}/${pedro.user.id}/rol`, { role: 'owner' }],
    [`${people}/${pedro.user.id}/quitar`, {}],
    [`${people}/invitaciones/${invitation?.invitation.id}/retirar`, {}],
  ]
  const taken = addressesThatTakeForms(app).filter((address) => AREA.test(address))
  t.equal(addresses.length, taken.length, `an address is missing here: ${taken.join(' ')}`)

  const own = (await lucia.open('/cuenta')).formToken ?? ''
  const stranger = visitor()
  const ofNobody = (await stranger.open('/entrar')).formToken ?? ''
  const ofAnother = (await pedro.open('/cuenta')).formToken ?? ''
  const bad: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    ['none', '', {}],
    ['made up', 'x'.repeat(40), {}],
    ['changed', `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`, {}],
    ['of a visitor', ofNobody, {}],
    ['of another person', ofAnother, {}],
    ['its own, but sent by another site', own, { 'sec-fetch-site': 'cross-site' }],
    ['its own, but sent by a neighbour', own, { 'sec-fetch-site': 'same-site' }],
  ]
  const before = await everythingIn(pool)
  for (const [address, fields] of addresses) {
    for (const [which, token, headers] of bad) {
      const page = await lucia.send(address, fields, { token, headers })
      t.equal(page.status, 403, `${address}: ${which}`)
      t.match(page.text, /El formulario ha caducado/)
    }
  }
  t.same(await everythingIn(pool), before)
  t.equal((await lucia.send('/cuenta', { name: 'Lucía', language: 'es' }, { token: own })).status, 303)
})

t.test('a form of an ended session is rejected, even with its cookies', async (t) => {
  const lucia = await person(haulier)
  const token = (await lucia.open('/cuenta')).formToken ?? ''
  const keeper = visitor()
  for (const [name, value] of lucia.cookies) keeper.cookies.set(name, value)
  await lucia.send('/salir', {}, { token })
  const before = await everythingIn(pool)
  const fields = { ...PUBLIC, language: 'en', time_zone: 'UTC', policy: 'strict' }
  for (const address of ['/cuenta', '/empresa', '/cuenta/sesiones/cerrar-otras']) {
    t.equal((await keeper.send(address, fields, { token })).location, '/entrar', address)
  }
  for (const address of ['/entrar', '/registro', '/recuperar', '/salir']) {
    t.equal((await keeper.send(address, fields, { token })).status, 403, address)
  }
  t.same(await everythingIn(pool), before)
})
