import { logInAs } from '@ecmr/accounts'
import { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'

const SESSION = '__Host-session'
const FROM_HERE = { 'sec-fetch-site': 'same-origin' }
const NOTE = {
  sender_company_name: 'Aceites "Olé" & Cía',
  sender_address: 'Calle Mayor 1',
  sender_city: 'Jaén',
  receiver_company_name: 'Épicerie du Midi',
  receiver_address: '12 rue Haute',
  receiver_city: 'Lyon',
  goods_description: 'Aceite\nde oliva',
  pickup_date: '2026-12-01',
  do: 'save',
  once: '0195f3d2-6c1e-7a44-9d0b-1c2d3e4f5a6b',
}

test('what was typed while the session ended is sent once more after logging in', async (t) => {
  const { pool, person, haulier } = await buildTestPanel(t)
  const lucia = await person(haulier)
  const token = (await lucia.open('/ecmrs/nueva')).formToken ?? ''
  lucia.cookies.delete(SESSION)

  const ended = await lucia.send('/ecmrs/nueva', NOTE, { token, headers: FROM_HERE })
  t.equal(ended.status, 403)
  t.match(ended.text, /Su sesión ha terminado No se ha guardado nada todavía, pero .* Entrar en otra pestaña/)
  t.match(ended.html, /name="sender_company_name" value="Aceites &quot;Olé&quot; &amp; Cía"/)
  t.match(ended.html, /name="goods_description" value="Aceite\nde oliva"/)
  t.notMatch(ended.html, token)

  const again = await logInAs(pool, lucia.user.id, { address: '127.0.0.1', userAgent: 'test' })
  lucia.cookies.set(SESSION, again.token)
  const kept = await lucia.send('/ecmrs/nueva', NOTE, { token: ended.formToken ?? '', headers: FROM_HERE })
  t.equal(kept.status, 403)
  t.match(kept.text, /El formulario ha caducado .* Lo que ha escrito se conserva.* Enviar otra vez/)
  t.match(kept.html, /action="\/ecmrs\/nueva"/)
  t.match(kept.html, /name="receiver_city" value="Lyon"/)

  const sent = await lucia.send('/ecmrs/nueva', NOTE, { token: kept.formToken ?? '', headers: FROM_HERE })
  t.equal(sent.status, 303)
  t.match((await lucia.follow(sent)).text, /Aceites "Olé" & Cía/)
})

test('a form that another site sent is not offered again', async (t) => {
  const { person, haulier } = await buildTestPanel(t)
  const lucia = await person(haulier)
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    const page = await lucia.send('/ecmrs/nueva', NOTE, { token: 'forged', headers })
    t.equal(page.status, 403)
    t.notMatch(page.html, 'Jaén')
  }
  lucia.cookies.delete(SESSION)
  const stranger = await lucia.send('/ecmrs/nueva', NOTE, { token: 'forged' })
  t.match(stranger, { status: 303, location: '/entrar' })
  t.match((await lucia.follow(stranger)).text, /Su sesión ha terminado y no se ha guardado nada/)
})

test('passwords are on no page, not even when the session ended while they were typed', async (t) => {
  const { person, haulier } = await buildTestPanel(t)
  const lucia = await person(haulier)
  const passwords = { current: 'tren azul lento 44', password: 'mesa verde corta 55' }
  const forged = await lucia.send('/cuenta/contrasena', passwords, { token: 'x', headers: FROM_HERE })
  t.equal(forged.status, 403)
  t.notMatch(forged.html, /tren azul|mesa verde/)
  lucia.cookies.delete(SESSION)
  const ended = await lucia.send('/cuenta/contrasena', passwords, { token: 'x', headers: FROM_HERE })
  t.match(ended, { status: 303, location: '/entrar' })
})
