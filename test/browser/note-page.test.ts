import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { delay, noteWriter } from '../panel/ground.js'
import { eight, leadsTo } from '../panel/note-forms-office.js'
import { accessibilityFaults } from '../support/accessibility.js'
import { testInChromium } from '../support/chromium.js'

const next = (page: Page) => page.locator('.note-next .button-primary')

/** Does what the primary button of a note's page asks for, and comes back to it; says what it was called. */
async function doNext(page: Page): Promise<string> {
  const label = (await next(page).innerText()).trim()
  const form = await next(page).getAttribute('href')
  await next(page).click()
  await page.waitForURL(`**${form}`)
  if (/editar/.test(page.url())) await fillIn(page)
  if (/resolver/.test(page.url())) await page.locator('[name=outcome]').selectOption('continue')
  if (/firmar/.test(page.url())) {
    await page.locator('[name=method][value=typed]').check()
    await page.locator('[name=signer_name]').fill('Ana Ruiz')
  }
  await page.locator('form .button-primary').last().click()
  await page.waitForURL(/\/ecmrs\/[0-9a-f-]{36}$/)
  return label
}

/** What the control document lacks, and the carrier. */
async function fillIn(page: Page): Promise<void> {
  const values = {
    carrier_company_name: 'Transportes Genil SL',
    carrier_tax_id: 'B18000001',
    sender_tax_id: 'B41000001',
    goods_weight_kg: '14800',
    vehicle_plate: '1234 LMN',
  }
  await page.evaluate(`document.querySelectorAll('details').forEach((part) => { part.open = true })`)
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value)
}

testInChromium(
  'from draft to delivered by the primary button, across a border',
  async ({ t, panel, open }) => {
    const person = await panel.person(panel.haulier)
    const id = leadsTo(
      await person.send('/ecmrs/nueva', {
        ...eight,
        sender_country: 'ES',
        receiver_country: 'FR',
        once: randomUUID(),
      }),
    )
    const page = await open({ as: person })
    await page.goto(`/ecmrs/${id}`)
    const steps: string[] = []
    while (await next(page).isVisible()) steps.push(await doNext(page))
    t.same(steps, [
      'Asignar transportista',
      'Firmar como remitente',
      'Firmar como transportista',
      'Firmar como destinatario',
    ])
    t.match(
      await page.locator('.note-next').innerText(),
      /Completada\s+Entregada\. No queda nada pendiente\./,
    )
    t.equal(await page.locator('.button-primary').count(), 0)
  },
)

testInChromium('within Spain the control document comes before the pickup', async ({ t, panel, open }) => {
  const person = await panel.person(panel.haulier)
  const { create, write } = noteWriter(panel)
  const national = { sender_country: 'ES', receiver_country: 'ES', carrier_company_name: 'Genil' }
  const { id, company_id } = await create(national)
  const page = await open({ as: person, device: 'phone' })
  await page.goto(`/ecmrs/${id}`)
  const steps = [await doNext(page), await doNext(page), await doNext(page)]
  await write({ id, company_id }, delay('Nieve en el puerto'))
  await page.reload()
  while (await next(page).isVisible()) steps.push(await doNext(page))
  t.match(steps, [
    /^Completar \d+ datos$/,
    'Emitir documento de control',
    'Confirmar la recogida',
    'Resolver incidencia',
    'Firmar como destinatario',
  ])
})

testInChromium('the menu works by keyboard, and closes as menus do', async ({ t, panel, open }) => {
  const { id } = await noteWriter(panel).create()
  const page = await open({ as: await panel.person(panel.haulier) })
  await page.goto(`/ecmrs/${id}`)
  const menu = page.locator('.note-next .dropdown')
  await menu.locator('summary').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  t.match(await page.evaluate('document.activeElement.textContent'), /Firmar como/)
  t.same(await accessibilityFaults(page), [])
  await page.keyboard.press('Escape')
  t.ok(await menu.locator('ul').isHidden())
  await page.keyboard.press('Space')
  await menu.getByRole('link', { name: 'Anular' }).waitFor()
  await page.mouse.click(5, 5)
  await menu.locator('ul').waitFor({ state: 'hidden' })
  await menu.locator('summary').click()
  await menu.getByRole('link', { name: 'Historial' }).click()
  await page.waitForURL(`**/ecmrs/${id}/historial`)
})

testInChromium('without scripts the menu opens, and every action is there', async ({ t, panel, open }) => {
  const { id } = await noteWriter(panel).create()
  const page = await open({
    as: await panel.person(panel.haulier),
    scripts: false,
    language: 'en',
    device: 'phone',
  })
  await page.goto(`/idioma/en?siguiente=/ecmrs/${id}`)
  await page.getByText('More', { exact: true }).click()
  for (const name of ['Edit', 'Change status', 'Report incident', 'History'])
    t.ok(await page.locator('.dropdown').getByRole('link', { name, exact: true }).isVisible(), name)
})

testInChromium(
  'names without a blank, 200 items and 60 incidents fit on every screen',
  async ({ t, panel, open }) => {
    const { create, write } = noteWriter(panel)
    const endless = 'Ñ'.repeat(500)
    const note = await create({
      sender_company_name: endless,
      receiver_company_name: endless,
      carrier_company_name: endless,
      goods_items: Array.from({ length: 200 }, (_, place) => ({
        description: `Partida ${place}`,
        packages: 4,
      })),
    })
    for (let count = 0; count < 60; count += 1) await write(note, delay(`Incidencia ${count}`))
    const person = await panel.person(panel.haulier, 'owner', endless.slice(0, 200))
    for (const [device, scripts] of [
      ['phone', true],
      ['desktop', true],
      ['desktop', false],
    ] as const) {
      const page = await open({ as: person, device, scripts })
      await page.goto(`/ecmrs/${note.id}`)
      t.equal(await next(page).innerText(), 'Resolver la primera de 60 incidencias')
      if (!scripts) continue
      await page.locator('.dropdown summary').click()
      t.equal(
        await page.evaluate('document.documentElement.scrollWidth'),
        page.viewportSize()?.width,
        `fits: ${device}`,
      )
      t.same(await accessibilityFaults(page), [], device)
    }
    const { html } = await person.open(`/ecmrs/${note.id}`)
    t.ok(Buffer.byteLength(html) < 60_000, `${Buffer.byteLength(html)} bytes`)
  },
)
