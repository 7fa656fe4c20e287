import { randomUUID } from 'node:crypto'
import { recordAudit } from '@ecmr/accounts'
import { addEntry } from '@ecmr/application'
import type { EntryData, Register } from '@ecmr/contract'
import { actingFor } from '@ecmr/domain'
import { accessibilityFaults } from '../support/accessibility.js'
import { type InChromium, testInChromium } from '../support/chromium.js'
import { operator } from '../support/panel.js'

async function added({ panel }: InChromium, register: Register, data: EntryData): Promise<string> {
  const command = { commandId: randomUUID(), correlationId: randomUUID(), actor: operator }
  const company = actingFor(panel.haulier.id)
  const by = { pool: panel.pool, recordAudit }
  const made = await addEntry(by, { ...command, company, register, data })
  if (!made.ok) throw new Error(made.reason)
  return made.entry.id
}

async function oneOfEach(given: InChromium): Promise<void> {
  const lyon = { company_name: 'Épicerie du Midi', address: '12 rue', city: 'Lyon', country: 'FR' }
  await added(given, 'parties', lyon)
  await added(given, 'parties', { company_name: 'Epi de Oro', city: 'Jaén' })
  await added(given, 'drivers', { name: 'Iván Caducado', phone: '600', license_expires: '2020-01-31' })
  await added(given, 'vehicles', { plate: '1234 LMN', kind: 'tractor', country: 'ES' })
  await added(given, 'templates', { name: 'Aceite a Lyon', fields: { receiver_city: 'Lyon' } })
}

testInChromium('a note’s form is filled in from the registers by keyboard', async (given) => {
  const { t, panel, open } = given
  await oneOfEach(given)
  const page = await open({ as: await panel.person(panel.haulier, 'member') })
  await page.goto('/ecmrs/nueva')
  const name = page.locator('#f-receiver_company_name')
  await name.pressSequentially('epi')
  const options = page.locator('#f-receiver_company_name-suggestions [role=option]')
  await options.nth(1).waitFor()
  t.equal(await name.getAttribute('role'), 'combobox')
  t.equal(await name.getAttribute('aria-expanded'), 'true')
  t.same(await accessibilityFaults(page), [])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  t.equal(await name.getAttribute('aria-activedescendant'), 'f-receiver_company_name-suggestions-0')
  t.match(await options.first().textContent(), 'Epi de Oro')
  await page.keyboard.press('Escape')
  t.equal(await name.getAttribute('aria-expanded'), 'false')
  t.equal(await name.inputValue(), 'epi', 'what was typed stays')

  await page.keyboard.press('ArrowDown')
  await options.nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  t.equal(await name.inputValue(), 'Épicerie du Midi')
  t.equal(await page.locator('#f-receiver_city').inputValue(), 'Lyon')
  t.equal(await page.locator('#f-receiver_country').inputValue(), 'Francia')
  t.equal(new URL(page.url()).pathname, '/ecmrs/nueva', 'Enter has not sent the form')

  await page.locator('[data-part=vehicle] > summary').click()
  await page.locator('#f-driver_name').pressSequentially('ivan')
  await page.locator('#f-driver_name-suggestions li').first().click()
  t.equal(await page.locator('#f-driver_phone').inputValue(), '600')
  t.match(await page.locator('.suggested-warning').textContent(), /Permiso de conducir: caducó/)
  await page.locator('#f-vehicle_plate').pressSequentially('1234')
  await page.locator('#f-vehicle_plate-suggestions li').first().waitFor()
  await page.keyboard.press('Tab')
  t.equal(await page.locator('#f-vehicle_plate').inputValue(), '1234', 'leaving the field chooses nothing')
})

testInChromium('the registers fit a telephone, in both languages and colours', async (given) => {
  const { t, panel, open } = given
  const person = await panel.person(panel.haulier, 'member')
  const id = await added(given, 'drivers', {
    name: 'Íñigo Peña de los Montes Altos',
    license_expires: '2020-01-31',
    card_expires: '2020-02-28',
  })
  const paths = [
    ...['empresas', 'conductores', 'vehiculos', 'plantillas'].map((one) => `/fichas/${one}`),
    `/fichas/conductores/${id}`,
    `/fichas/conductores/${id}/eliminar`,
    '/fichas/vehiculos/nueva',
    '/fichas/plantillas/importar',
  ]
  for (const [language, colours] of [
    ['es', 'light'],
    ['en', 'dark'],
  ] as const) {
    const page = await open({ as: person, device: 'phone', colours })
    await page.goto(`/idioma/${language}`)
    for (const path of paths) {
      await page.goto(path)
      t.same(await accessibilityFaults(page), [], `${path} ${language}`)
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, `${path} ${language}`)
    }
  }
})

testInChromium('without scripts a field of the form is a plain one', async (given) => {
  const { t, panel, open } = given
  const page = await open({ as: await panel.person(panel.haulier, 'member'), scripts: false })
  await page.goto('/ecmrs/nueva')
  const name = page.locator('#f-receiver_company_name')
  await name.fill('Épicerie')
  t.equal(await name.getAttribute('role'), null)
  t.equal(await page.locator('.suggestions').count(), 0)
})
