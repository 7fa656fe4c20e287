import { logInAs } from '@ecmr/accounts'
import { noteStream, replay } from '@ecmr/domain'
import type { Page } from 'playwright-core'
import { eight, leadsTo } from '../panel/note-forms-office.js'
import { accessibilityFaults } from '../support/accessibility.js'
import { PASSWORD, withPassword } from '../support/account.js'
import { type InChromium, type Looking, testInChromium } from '../support/chromium.js'
import type { Visit } from '../support/visit.js'

const words = {
  es: {
    parts: 'Partes de la carta de porte',
    state: { receiver: ['Falta', 'Completo'], carrier: ['', '1 dato'] },
    carrier: 'Transportista',
    save: 'Crear carta de porte',
    saved: 'Carta de porte creada.',
    law: /Ley 15\/2009/,
  },
  en: {
    parts: 'Parts of the note',
    state: { receiver: ['missing', 'Complete'], carrier: ['', '1 field'] },
    carrier: 'Carrier',
    save: 'Create consignment note',
    saved: 'Consignment note created.',
    law: /Spanish Act 15\/2009/,
  },
} as const

const receiver = {
  receiver_company_name: 'Bodegas del Duero SL',
  receiver_tax_id: 'B41234567',
  receiver_address: 'Calle Mayor 2',
  receiver_postal_code: '47001',
  receiver_city: 'Valladolid',
  receiver_country: 'ES',
}

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value)
}

async function fits(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth')) === page.viewportSize()?.width
}

const stateOf = (page: Page, part: string): Promise<string> =>
  page.locator(`[data-state-of=${part}]`).innerText()

async function newNote(person: Visit): Promise<string> {
  return leadsTo(await person.send('/ecmrs/nueva', { ...eight, once: crypto.randomUUID() }))
}

async function noteOf({ panel }: InChromium, id: string) {
  const { note } = replay(await panel.store.readStream(noteStream(id)))
  if (note === null) throw new Error(`there is no note ${id}`)
  return note
}

for (const { language = 'es', device = 'desktop' } of [
  { language: 'es', device: 'desktop' },
  { language: 'en', device: 'phone' },
] satisfies readonly Looking[])
  testInChromium(`a new note is written part by part, in ${language} on a ${device}`, async (given) => {
    const { t, panel, open } = given
    const page = await open({ as: await panel.person(panel.haulier), language, device })
    const w = words[language]
    await page.goto(`/idioma/${language}?siguiente=/ecmrs/nueva`)
    t.ok(await fits(page))
    t.same(await accessibilityFaults(page), [])
    const index = page.getByRole('navigation', { name: w.parts })
    t.match(await stateOf(page, 'receiver'), w.state.receiver[0])
    t.equal(await stateOf(page, 'carrier'), w.state.carrier[0])
    await page.locator('[name=transport_type]').selectOption('national')
    await fill(page, { sender_company_name: 'Aceites del Sur SL', sender_address: 'Calle Real 1' })
    await fill(page, { sender_city: 'Sevilla', ...receiver })
    t.equal(await stateOf(page, 'receiver'), w.state.receiver[1])
    await fill(page, { pickup_date: '2026-12-01', goods_description: 'Aceite de oliva' })
    const name = page.locator('[name=carrier_company_name]')
    t.notOk(await name.isVisible(), 'what few notes need at once is folded')
    await index.getByRole('link', { name: w.carrier, exact: true }).click()
    await name.fill('Transportes Ruiz SA')
    t.equal(await stateOf(page, 'carrier'), w.state.carrier[1])
    await page.getByRole('button', { name: w.save }).first().click()
    await page.getByText(w.saved).waitFor()
    t.match(
      await page.locator('.note-title').innerText(),
      w.law,
      'one country of a national carriage is enough',
    )
    const { fields } = await noteOf(given, new URL(page.url()).pathname.split('/')[2] ?? '')
    t.match(fields, { transport_type: 'national', ...receiver, carrier_company_name: 'Transportes Ruiz SA' })
    await page.goto('/ecmrs/nueva')
    t.equal(await page.locator('[name=receiver_city]').inputValue(), '', 'what is saved does not come back')
  })

testInChromium('what was typed when the session ended is in the form after logging in', async (given) => {
  const { t, panel, open } = given
  const user = await withPassword(panel.pool, panel.haulier, { role: 'member' })
  const { token } = await logInAs(panel.pool, user.id, { address: '127.0.0.1', userAgent: 'test' })
  const as = { ...panel.visitor(), user }
  as.cookies.set('ecmr-session', token)
  const page = await open({ as })
  const logIn = async (): Promise<void> => {
    await page.locator('[name=email]').fill(user.email)
    await page.locator('[name=password]').fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  }
  await page.goto('/ecmrs/nueva?empresa=destinatario')
  await fill(page, { sender_company_name: 'Aceites del Sur SL', sender_address: 'Calle Real 1' })
  await page.locator('[data-part=goods] details.more > summary').click()
  const add = page.getByRole('button', { name: 'Añadir una partida' })
  await add.click()
  await add.click()
  await page.locator('[name="goods_items/1/description"]').fill('Palé')
  await page.context().clearCookies({ name: 'ecmr-session' })
  await page.getByRole('button', { name: 'Crear carta de porte' }).first().click()
  await page.getByRole('link', { name: 'Entrar y continuar' }).click()
  await logIn()
  await page.getByText('Hemos recuperado los datos').waitFor()
  t.equal(await page.locator('[name=sender_address]').inputValue(), 'Calle Real 1')
  t.equal(await page.locator('[name="goods_items/1/description"]').inputValue(), 'Palé')
  t.ok(await page.locator('[name="goods_items/1/description"]').isVisible())
  t.same(await accessibilityFaults(page), [])

  await page.locator('[name=sender_city]').fill('Sevilla')
  await page.context().clearCookies({ name: 'ecmr-session' })
  await page.goto('/cuenta')
  await logIn()
  await page.goto('/ecmrs/nueva?empresa=destinatario')
  t.equal(await page.locator('[name=sender_city]').inputValue(), 'Sevilla', 'also when nothing was sent')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.waitForFunction(`document.querySelector('[name=sender_city]')?.value === ''`)

  await page.locator('[name=sender_city]').fill('Huelva')
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.goto('/entrar')
  await logIn()
  await page.goto('/ecmrs/nueva?empresa=destinatario')
  t.equal(await page.locator('[name=sender_city]').inputValue(), '', 'logging out leaves nothing behind')
})

testInChromium('two tabs change the same note, and neither change is lost', async (given) => {
  const { t, panel, open } = given
  const person = await panel.person(panel.haulier)
  const id = await newNote(person)
  const [one, other] = [await open({ as: person }), await open({ as: person })]
  await Promise.all([one.goto(`/ecmrs/${id}/editar`), other.goto(`/ecmrs/${id}/editar`)])
  const save = (page: Page): Promise<void> =>
    page.getByRole('button', { name: 'Guardar cambios' }).first().click()
  await one.locator('[name=receiver_city]').fill('Dijon')
  await save(one)
  await one.waitForURL(`**/ecmrs/${id}`)
  await other.locator('[name=sender_city]').fill('Huelva')
  await save(other)
  await other.getByText('ha cambiado mientras la editaba').waitFor()
  t.equal(await other.locator('[name=receiver_city]').inputValue(), 'Dijon')
  t.equal(await other.locator('[name=sender_city]').inputValue(), 'Huelva')
  await save(other)
  await other.waitForURL(`**/ecmrs/${id}`)
  t.match((await noteOf(given, id)).fields, { receiver_city: 'Dijon', sender_city: 'Huelva' })
  await other.goto(`/ecmrs/${id}/editar`)
  t.notOk(await other.locator('[data-restored]').isVisible())
})

testInChromium(
  'a draft comes back to a note that others have changed, and no line is lost',
  async (given) => {
    const { t, panel, open } = given
    const person = await panel.person(panel.haulier)
    const id = await newNote(person)
    const addLine = async (page: Page, text: string): Promise<void> => {
      await page.goto(`/ecmrs/${id}/editar`)
      await page.locator('[data-part=goods] details.more > summary').click()
      await page.getByRole('button', { name: 'Añadir una partida' }).click()
      await page.locator('[name="goods_items/0/description"]').fill(text)
    }
    const save = (page: Page): Promise<void> =>
      page.getByRole('button', { name: 'Guardar cambios' }).first().click()
    const [one, other] = [await open({ as: person }), await open({ as: person })]
    await addLine(one, 'Palé')
    await addLine(other, 'Caja')
    await save(other)
    await other.waitForURL(`**/ecmrs/${id}`)
    await one.goto(`/ecmrs/${id}`)
    await one.goto(`/ecmrs/${id}/editar`)
    await one.locator('[data-restored]').waitFor()
    t.equal(await one.locator('[name="goods_items/0/description"]').inputValue(), 'Palé')
    await save(one)
    await one.getByText('ha cambiado mientras').waitFor()
    await save(one)
    await one.waitForURL(`**/ecmrs/${id}`)
    const { goods_items = [] } = (await noteOf(given, id)).fields
    t.same(new Set(goods_items.map(({ description }) => description)), new Set(['Palé', 'Caja']))
    t.equal(goods_items.length, 2)
  },
)

testInChromium('a signed note says at the top that a change needs a reason', async (given) => {
  const { t, panel, open } = given
  const person = await panel.person(panel.haulier)
  const id = await newNote(person)
  const page = await open({ as: person, device: 'phone' })
  await page.goto(`/ecmrs/${id}/firmar?rol=sender`)
  await page.locator('[name=signer_name]').fill('Ana Ruiz')
  await page.locator('[name=method][value=typed]').check()
  await page.locator('form[data-signing] .button-primary').click()
  await page.waitForURL(`**/ecmrs/${id}`)
  await page.goto(`/ecmrs/${id}/editar`)
  t.ok(await fits(page))
  t.ok(await page.getByText('cada cambio necesita un motivo').isVisible())
  t.ok(await page.getByText('Firmada por: remitente').isVisible())
  await page.locator('[name=receiver_city]').fill('Dijon')
  await page.getByRole('button', { name: 'Guardar cambios' }).first().click()
  await page.getByRole('alert').waitFor()
  t.same(await accessibilityFaults(page), [])
  await page.locator('[name=amendment_reason]').fill('Se mudaron')
  await page.getByRole('button', { name: 'Guardar cambios' }).first().click()
  await page.waitForURL(`**/ecmrs/${id}`)
  t.equal((await noteOf(given, id)).fields.receiver_city, 'Dijon')
})

/** Controls of a row, by how far their lower edges lie apart; in pixels. */
const UNEVEN = `[...document.querySelectorAll('.fields')].flatMap((fields) => {
  const boxes = [...fields.querySelectorAll(':scope > .field > :is(input, select)')].map((each) => each.getBoundingClientRect())
  return boxes.flatMap(({ bottom }) => boxes.map((other) => Math.abs(other.bottom - bottom)).filter((apart) => apart > 1 && apart < 40))
})`

/** Ends a card with a row of controls: what is last in a card has no margin. */
const END_CARD = `{
  const card = document.createElement('section')
  card.className = 'card'
  card.append(...[document.querySelector('.fields')?.cloneNode(true)].filter(Boolean))
  document.querySelector('main').append(card)
}`

testInChromium('the controls of a row stand on one line, in every form', async ({ t, panel, open }) => {
  const person = await panel.person(panel.haulier)
  const id = await newNote(person)
  const page = await open({ as: person })
  const paths = ['/ecmrs/nueva', `/ecmrs/${id}`, `/ecmrs/${id}/editar`, `/ecmrs/${id}/firmar?rol=sender`]
  for (const path of [...paths, '/empresa', '/empresa/personas', '/claves', '/webhooks/nuevo']) {
    await page.goto(path)
    await page.evaluate(`document.querySelectorAll('details').forEach((part) => { part.open = true })`)
    await page.evaluate(END_CARD)
    t.same(await page.evaluate(UNEVEN), [], path)
  }
})

testInChromium('names without blanks and marks that turn the text do no harm to the form', async (given) => {
  const { t, panel, open } = given
  const endless = 'Ñ'.repeat(500)
  for (const device of ['desktop', 'phone'] as const) {
    const page = await open({ as: await panel.person(panel.haulier), device })
    await page.goto('/ecmrs/nueva')
    await fill(page, { ...eight, receiver_company_name: endless, receiver_city: 'Lyon\u202Egnp' })
    await page.getByRole('button', { name: 'Crear carta de porte' }).first().click()
    await page.getByText('caracteres invisibles').first().waitFor()
    t.match(await stateOf(page, 'receiver'), 'Revisar')
    t.ok(await fits(page))
    await page.locator('[name=receiver_city]').fill('Lyon')
    await page.getByRole('button', { name: 'Crear carta de porte' }).first().click()
    await page.getByText('Carta de porte creada.').waitFor()
    t.ok(await fits(page), 'nor to the note')
    await page.goto(`${page.url()}/editar`)
    t.ok(await fits(page))
    t.equal(await page.locator('[name=receiver_company_name]').inputValue(), endless)
  }
})
