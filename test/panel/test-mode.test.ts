import { listApiKeys } from '@ecmr/accounts'
import { createExample } from '@ecmr/contract'
import { actingFor, testCompanyOf } from '@ecmr/domain'
import { listEndpoints } from '@ecmr/webhooks'
import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import type { Visit } from '../support/visit.js'
import { noteWriter, withOwnCompanies } from './ground.js'
import { filledIn as webhookForm } from './webhooks.js'

const shared = await buildTestPanel(t)

const switchTo = (mode: string, who: Visit) => who.send('/modo', { mode }, { from: '/' })
/** The answer to a form that was opened among other data. */
const OTHER = { status: 409, text: /Este formulario es de .* No se ha guardado nada/ }
const BANNER = /TEST Datos de prueba\. Lo que haga aquí o con claves de prueba/

/** A panel with a real note and a test note, and who looks at them. */
async function withBothKinds() {
  const panel = await withOwnCompanies(shared, 'pro')
  const { create } = noteWriter(panel)
  const tests = { ...panel.haulier, id: testCompanyOf(panel.haulier.id) }
  const real = await create({ reference: 'REALMENTE' }, panel.haulier)
  const test = await create({ reference: 'SIMULADO' }, tests)
  return { ...panel, real, test, tests }
}

t.test('test data are shown only to who asks for them, on every page marked as such', async (t) => {
  const { lucia, real, test } = await withBothKinds()
  for (const path of ['/', '/ecmrs', '/ecmrs.csv', '/auditoria', `/ecmrs/${real.id}`]) {
    const page = await lucia.open(path)
    t.equal(page.status, 200, path)
    t.notMatch(page.text, BANNER, path)
    t.notMatch(page.html, test.id, path)
  }
  t.equal((await lucia.open(`/ecmrs/${test.id}`)).status, 404)

  t.match(await switchTo('test', lucia), { status: 303, location: '/' })
  for (const path of ['/', '/ecmrs', '/auditoria', '/claves', '/webhooks', '/empresa', `/ecmrs/${test.id}`]) {
    const page = await lucia.open(path)
    t.equal(page.status, 200, path)
    t.match(page.text, BANNER, path)
    t.notMatch(page.html, real.id, path)
  }
  t.match((await lucia.open('/ecmrs')).text, /1 carta de porte/)
  t.match((await lucia.open('/ecmrs.csv')).text, /SIMULADO/)
  t.equal((await lucia.open(`/ecmrs/${real.id}`)).status, 404)

  t.match(await switchTo('live', lucia), { status: 303 })
  t.match((await lucia.open('/ecmrs')).html, real.id)
  t.notMatch((await lucia.open('/ecmrs')).text, BANNER)
})

t.test('other browsers of the same user, and a new login, show real data', async (t) => {
  const { lucia, person, haulier } = await withBothKinds()
  await switchTo('test', lucia)
  t.notMatch((await (await person(haulier)).open('/ecmrs')).text, BANNER)
  const left = await lucia.send('/salir', {}, { from: '/' })
  t.equal(left.status, 303)
  t.notOk(lucia.cookies.get('__Host-mode'))
})

t.test('what is made while test data are shown is a test', async (t) => {
  const { lucia, pool, haulier, tests } = await withBothKinds()
  await switchTo('test', lucia)
  const made = await lucia.send('/webhooks/nuevo', webhookForm())
  t.equal(made.status, 200, made.text)
  t.equal((await listEndpoints(pool, testCompanyOf(tests.id))).length, 1)
  t.same(await listEndpoints(pool, actingFor(haulier.id)), [])
  const once = /name="once" value="([^"]+)"/.exec((await lucia.open('/ecmrs/nueva')).html)?.[1] ?? ''
  const created = await lucia.send('/ecmrs/nueva', { ...createExample, goods_weight_kg: '1200', once })
  t.equal(created.status, 303, created.text)
  t.match((await lucia.follow(created)).text, /ECMR-TEST-/)
})

t.test(
  'a form that was opened among real data is not taken in test mode, nor the other way round',
  async (t) => {
    const { lucia, real, test } = await withBothKinds()
    const reason = { reason: 'Duplicada' }
    const { formToken: ofReal = '' } = await lucia.open(`/ecmrs/${real.id}/anular`)
    await switchTo('test', lucia)
    const { formToken: ofTest = '' } = await lucia.open(`/ecmrs/${test.id}/anular`)
    t.ok(ofReal && ofTest)
    for (const path of ['/ecmrs/nueva', `/ecmrs/${test.id}/anular`])
      t.match(await lucia.send(path, reason, { token: ofReal }), OTHER)
    await switchTo('live', lucia)
    t.match(await lucia.send(`/ecmrs/${real.id}/anular`, reason, { token: ofTest }), OTHER)
  },
)

t.test('people, keys and assistants are the company’s in either mode', async (t) => {
  const { lucia, haulier, pool } = await withBothKinds()
  await switchTo('test', lucia)
  for (const path of ['/empresa/personas', '/conectar-ia', '/cuenta', '/empresa'])
    t.equal((await lucia.open(path)).status, 200, path)
  t.match((await lucia.open('/empresa/personas')).text, /Lucía Fernández/)
  const invitation = { email: 'eva@example.com', role: 'member', language: 'es' }
  const invited = await lucia.send('/empresa/personas/invitar', invitation, { from: '/empresa/personas' })
  t.ok([200, 303].includes(invited.status), `${invited.status}`)
  const details = await lucia.open('/empresa')
  const saved = await lucia.send(
    '/empresa',
    { name: haulier.name, city: 'Cádiz', policy: 'lenient', time_zone: 'Europe/Madrid' },
    { token: details.formToken ?? '' },
  )
  t.equal(saved.status, 303, saved.text)
  const { rows } = await pool.query('select city from accounts.companies where id = $1', [haulier.id])
  t.same(rows, [{ city: 'Cádiz' }])

  const form = { name: 'Pruebas', scopes: ['ecmrs:write'], lifetime: 'never', mode: 'test' }
  const { html } = await lucia.open('/claves')
  t.match(html, /<option value="test" selected>/)
  const once = /name="once" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const key = await lucia.send('/claves', { ...form, once })
  t.match(key.html, /ecmr_test_[0-9a-z]{8}_[0-9A-Za-z]{49}/)
  t.match(key.text, /Datos de prueba/)
  const [listed] = await listApiKeys(pool, actingFor(haulier.id))
  t.match(listed, { livemode: false, name: 'Pruebas' })
  t.match((await lucia.open('/claves')).text, new RegExp(`Pruebas ecmr_test_${listed?.id}_… Datos de prueba`))
  const revoked = await lucia.send(`/claves/${listed?.id}/revocar`, {})
  t.equal(revoked.status, 303)
  t.ok((await listApiKeys(pool, actingFor(haulier.id)))[0]?.revoked_at)
})

t.test('public tracking of a test note says that there is no such shipment', async (t) => {
  const { visitor, real, test } = await withBothKinds()
  const page = await visitor().open(`/seguimiento/${test.ecmr_number}`)
  t.match(page, { status: 200, text: /TEST Es una carta de porte de prueba/ })
  t.notMatch((await visitor().open(`/seguimiento/${real.ecmr_number}`)).text, /carta de porte de prueba/)
  const typed = await visitor().open(`/seguimiento?numero=${test.ecmr_number.toLowerCase().slice(5)}`)
  t.match(typed, { status: 303, location: `/seguimiento/${test.ecmr_number}` })
})
