import type { Page } from 'playwright-core'
import { documentLanguages } from '@ecmr/domain'
import { accessibilityFaults } from '../support/accessibility.js'
import { testInChromium } from '../support/chromium.js'
import { delay, noteWriter, signedBy } from './ground.js'

testInChromium('a shipment is followed in each of six languages, on a telephone', async (given) => {
  const { t, panel, open } = given
  const { create, write } = noteWriter(panel)
  const note = await create({
    pickup_city: 'Cádiz',
    delivery_city: 'Garmisch-Partenkirchen',
    delivery_country: 'DE',
  })
  await write(note, signedBy('carrier'))
  await write(note, delay())
  const path = `/seguimiento/${note.ecmr_number}`
  for (const scripts of [true, false]) {
    const page = await open({ device: 'phone', scripts, colours: scripts ? 'light' : 'dark' })
    await page.goto('/seguimiento')
    for (const language of documentLanguages) {
      await page.locator(`nav a[hreflang=${language}]`).first().tap()
      t.equal(await page.locator('html').getAttribute('lang'), language)
      await page.locator('#f-numero').fill(note.ecmr_number.toLowerCase())
      await page.locator('form button').tap()
      await page.waitForURL(`**${path}`)
      t.equal(await page.locator('html').getAttribute('lang'), language, 'the choice stays')
      t.ok(await page.getByText('Garmisch-Partenkirchen (DE)').isVisible())
      t.equal(await page.locator('.timeline time').count(), 5)
      if (scripts) {
        t.same(await accessibilityFaults(page), [], language)
        t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, `it fits in ${language}`)
      }
      await page.locator('main a[href="/seguimiento"]').tap()
    }
  }
})

for (const device of ['phone', 'desktop'] as const)
  for (const colours of ['light', 'dark'] as const)
    testInChromium(
      `the first page is accessible on a ${device} in ${colours} colours, and leads to a shipment`,
      async ({ t, open }) => {
        for (const language of ['es', 'en'] as const) {
          const page = await open({ device, colours, language })
          await page.goto('/')
          t.same(await accessibilityFaults(page), [])
          const { width } = page.viewportSize() ?? { width: 0 }
          t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, 'it fits the screen')
          await page.locator('#f-numero').fill('nonsense')
          await page.keyboard.press('Enter')
          await page.waitForURL('**/seguimiento?numero=nonsense')
          t.ok(await page.locator('#f-numero-fault').isVisible())
        }
      },
    )

testInChromium(
  'colours are chosen without scripts, for all pages and no print',
  async ({ t, panel, open }) => {
    const ground = (page: Page): Promise<unknown> =>
      page.evaluate('getComputedStyle(document.body).backgroundColor')
    const DARK = 'rgb(14, 21, 28)'
    const LIGHT = 'rgb(245, 247, 249)'
    for (const as of [undefined, await panel.person(panel.haulier)]) {
      const page = await open({ scripts: false, ...(as && { as }) })
      await page.goto('/')
      t.equal(await ground(page), LIGHT)
      await page.getByRole('link', { name: 'Oscuro' }).click()
      t.equal(await ground(page), DARK)
      t.equal(new URL(page.url()).pathname, '/')
      await page.goto('/procedimientos')
      t.equal(await ground(page), DARK, 'the choice stays')
      await page.emulateMedia({ media: 'print' })
      t.equal(await ground(page), 'rgb(255, 255, 255)')
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
      await page.getByRole('link', { name: 'Claro' }).click()
      t.equal(await ground(page), LIGHT, 'whatever the device wants')
      await page.getByRole('link', { name: 'Automático' }).click()
      t.equal(await ground(page), DARK)
    }
  },
)
