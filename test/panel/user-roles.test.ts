import { changeRole, listUsers } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import t from 'tap'
import { operator } from '../support/panel.js'
import type { Visit } from '../support/visit.js'
import { openOffice } from './note-forms-office.js'

const office = await openOffice(t)
const { lucia, person, haulier, pool, storyOf } = office
const carrier = { carrier_company_name: 'Transportes Guadalquivir' }
let sent = 0
const fill = (by: Visit, id: string, form: string, fields: Readonly<Record<string, string>>) => {
  const once = `0199c3a4-7d1e-4b52-9f3e-${String(++sent).padStart(12, '0')}`
  return by.send(`/ecmrs/${id}/${form}`, { ...fields, once }, { from: '/cuenta' })
}
const REFUSED = { status: 403, text: /Su rol no lo permite No se ha cambiado nada/ }

t.test('a driver takes the goods over, reports, and delivers them', async (t) => {
  const driver = await person(haulier, 'driver', 'Iván Ruiz')
  const id = await lucia.create(carrier)
  const page = await driver.open(`/ecmrs/${id}`)
  t.match(page.html, `/ecmrs/${id}/incidencias`)
  const closed = /\/editar|\/anular|nueva\?desde|documentos\/emitir|\/auditoria|\/claves/g
  t.same(page.html.match(closed), null)
  const status = await driver.open(`/ecmrs/${id}/estado`)
  t.match(status.html, /<option value="in_transit"/)
  t.notMatch(status.html, /<option value="assigned"/)
  t.equal((await fill(driver, id, 'estado', { status: 'in_transit' })).status, 303)
  const damage = { type: 'damage', description: 'Un palé volcado' }
  t.equal((await fill(driver, id, 'incidencias', damage)).status, 303)
  const [, incident = ''] =
    /incidencias\/([0-9a-f-]+)\/resolver/.exec((await lucia.open(`/ecmrs/${id}`)).html) ?? []
  t.match(await fill(driver, id, `incidencias/${incident}/resolver`, { outcome: 'continue' }), REFUSED)
  t.notMatch((await driver.open(`/ecmrs/${id}`)).html, /\/resolver/)
  t.equal((await fill(lucia, id, `incidencias/${incident}/resolver`, { outcome: 'continue' })).status, 303)
  t.equal((await fill(driver, id, 'vehiculo', { vehicle_plate: '9999 XYZ', reason: 'Relevo' })).status, 303)
  t.equal((await fill(driver, id, 'estado', { status: 'delivered' })).status, 303)
  t.match((await storyOf(id)).at(-1), 'DeliveryConfirmed')
  t.notMatch((await driver.open(`/ecmrs/${id}`)).html, /retirar-entrega/)
  t.match(await fill(driver, id, 'retirar-entrega', { reason: 'Otra' }), REFUSED)
  t.equal((await fill(lucia, id, 'retirar-entrega', { reason: 'Otra' })).status, 303)
})

t.test('a form that was made by hand does no more than its role', async (t) => {
  const driver = await person(haulier, 'driver')
  const id = await lucia.create(carrier)
  const before = await storyOf(id)
  t.match(await fill(driver, id, 'estado', { status: 'assigned' }), REFUSED)
  t.match(await fill(driver, id, 'editar', { reference: 'x' }), REFUSED)
  t.same(await storyOf(id), before)
})

t.test('who may only read is offered nothing to change', async (t) => {
  const reader = await person(haulier, 'reader')
  const id = await lucia.create(carrier)
  const page = await reader.open(`/ecmrs/${id}`)
  t.notMatch(page.html, /\/(firmar|estado|reservas|incidencias|editar|anular|emitir)["?]/)
  t.match(page.html, '/auditoria')
  t.notMatch((await reader.open('/ecmrs')).html, /\/ecmrs\/(nueva|leer)/)
  t.match((await reader.open('/cuenta')).text, /Rol Solo lectura/)
})

t.test('those who may not take the next step read who takes it', async (t) => {
  const [driver, reader] = [await person(haulier, 'driver'), await person(haulier, 'reader')]
  const next = async (by: Visit, id: string) => {
    const { html } = await by.open(`/ecmrs/${id}`)
    const [, section = ''] = /<section class="card note-next"[^>]*>(.*?)<details/s.exec(html) ?? []
    return {
      says: section
        .replace(/<[^>]*>|\s+/g, ' ')
        .replace(/ +/g, ' ')
        .trim(),
      isLink: section.includes('href='),
    }
  }
  const bare = await lucia.create()
  for (const by of [driver, reader])
    t.same(await next(by, bare), {
      says: 'Siguiente paso Falta indicar quién transporta la mercancía. Lo hace un miembro o un propietario de su empresa.',
      isLink: false,
    })
  t.match(await next(lucia, bare), { says: /transporta la mercancía\. Asignar transportista$/, isLink: true })

  const abroad = {
    ...carrier,
    sender_country: 'ES',
    receiver_country: 'FR',
    pickup_country: 'ES',
    delivery_country: 'FR',
  }
  const international = await lucia.create(abroad)
  t.same(await next(reader, international), {
    says: 'Siguiente paso Firma el remitente, que confirma los datos de la carta de porte.',
    isLink: false,
  })
  t.match(
    await next(driver, international),
    { says: /Firmar como remitente$/, isLink: true },
    'who signs on the spot',
  )

  await fill(driver, international, 'incidencias', { type: 'damage', description: 'Un palé volcado' })
  await reader.open('/idioma/en')
  t.match(await next(reader, international), {
    says: 'Next step An incident is open: damage. A member or owner of your company resolves it.',
    isLink: false,
  })
})

t.test('a role counts from the next request on', async (t) => {
  const ana = await person(haulier, 'member')
  t.equal((await ana.open('/ecmrs/nueva')).status, 200)
  await changeRole(pool, actingFor(haulier.id), ana.user.id, 'reader', operator)
  t.match(await ana.open('/ecmrs/nueva'), REFUSED)
})

t.test('people are invited as drivers and readers', async (t) => {
  const owner = await person(haulier)
  for (const role of ['driver', 'reader']) {
    const form = { email: `${role}@example.com`, role, language: 'es' }
    const page = await owner.send('/empresa/personas/invitar', form, { from: '/empresa/personas' })
    const [, path = ''] = /(\/invitacion\/[\w-]+)/.exec(page.html) ?? []
    const guest = office.visitor()
    t.match((await guest.open(path)).text, role === 'driver' ? /Rol: conductor/ : /Rol: solo lectura/)
    await guest.send(path, { name: 'Iria Souto', password: 'cuatro palabras sin nexo' })
    const users = await listUsers(pool, actingFor(haulier.id))
    t.equal(users.find(({ email }) => email === form.email)?.role, role)
  }
})
