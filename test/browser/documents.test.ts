import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { cmrFields, decaFields } from '../domain/facts.js'
import { noteWriter } from '../panel/ground.js'
import { accessibilityFaults } from '../support/accessibility.js'
import { type InChromium, testInChromium } from '../support/chromium.js'

/** Issues a document of a note by its form, with a mouse or a finger. */
async function issueOn(page: Page, id: string): Promise<void> {
  await page.goto(`/ecmrs/${id}`)
  await page.getByRole('button', { name: /Emitir documento|Issue document/ }).click()
  await page.getByText(/^(?:Documento emitido|Document issued)\.$/).waitFor()
}

async function fits({ t }: InChromium, page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(`document.querySelectorAll('main details').forEach((part) => { part.open = true })`)
  t.same(await accessibilityFaults(page), [], path)
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), page.viewportSize()?.width, path)
}

for (const [device, colours, language] of [
  ['phone', 'light', 'es'],
  ['desktop', 'dark', 'en'],
] as const)
  testInChromium(
    `the pages of documents are accessible on a ${device} in ${colours} colours`,
    async (given) => {
      const { panel, open } = given
      const { create, write } = noteWriter(panel)
      const [within, across] = [await create(decaFields), await create(cmrFields)]
      const page = await open({ as: await panel.person(panel.haulier), device, colours, language })
      if (device === 'phone') await page.setViewportSize({ width: 320, height: 640 })
      await fits(given, page, '/procedimientos')
      await fits(given, page, `/ecmrs/${within.id}`)
      for (const { id } of [within, across]) await issueOn(page, id)
      await page.goto(`/ecmrs/${across.id}/documentos/emitir`)
      await page
        .locator('summary')
        .filter({ hasText: /Avanzado|Advanced/ })
        .click()
      await page.getByRole('checkbox').check()
      await page.getByRole('textbox').fill('x')
      await page.locator('.button-primary').last().click()
      await page.waitForURL(`**/ecmrs/${across.id}`)
      await write(across, { type: 'cancel', reason: 'Duplicada' })
      const pages = [
        '',
        '/emitir',
        '/2/enviar',
        '/2/otra-parte',
        '/2/lecturas',
        '/2/cerrar',
        '/1/qr',
        '/2/qr',
      ]
      for (const { id } of [within, across]) {
        await fits(given, page, `/ecmrs/${id}`)
        for (const path of id === across.id ? pages : ['', '/emitir'])
          await fits(given, page, `/ecmrs/${id}/documentos${path}`)
      }
    },
  )

testInChromium('without scripts a document is issued and its code shown', async ({ t, panel, open }) => {
  const { id, ecmr_number } = await noteWriter(panel).create({ ...decaFields, reference: randomUUID() })
  const page = await open({ as: await panel.person(panel.haulier), device: 'phone', scripts: false })
  await issueOn(page, id)
  await page.getByRole('link', { name: 'Mostrar código QR' }).click()
  await page.waitForURL('**/qr')
  const code = await page.getByRole('img', { name: 'Código QR con la dirección del documento' }).boundingBox()
  const width = page.viewportSize()?.width ?? 0
  t.ok(code && code.width >= width * 0.95 && Math.abs(code.width - code.height) < 2, 'as wide as the screen')
  t.ok(await page.getByText(ecmr_number).isVisible())
  t.ok(await page.getByText('1234 BCD').isVisible(), 'all of it fits the screen')
  t.ok(Number(await page.evaluate('document.documentElement.scrollHeight')) <= 844)
})
