import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.js'
import { type InChromium, testInChromium } from '../support/chromium.js'
import { noteWriter } from './ground.js'

const said = {
  es: {
    next: 'Continuar',
    share: 'Compartir',
    revoke: /^Dejar de compartir/,
    shared: 'Compartidas con nosotros',
    sign: 'Firmar como transportista',
  },
  en: {
    next: 'Continue',
    share: 'Share',
    revoke: /^Stop sharing/,
    shared: 'Shared with us',
    sign: 'Sign as the carrier',
  },
} as const

async function fits({ t }: InChromium, page: Page, what: string): Promise<void> {
  t.same(await accessibilityFaults(page), [], what)
  const { width } = page.viewportSize() ?? { width: 0 }
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${what} fits`)
  const directory = process.env.SCREENSHOTS
  if (directory !== undefined)
    await page.screenshot({ path: `${directory}/${what.replaceAll(' ', '-')}-${width}.png`, fullPage: true })
}

for (const language of ['es', 'en'] as const)
  for (const device of ['desktop', 'phone'] as const)
    testInChromium(`a note is shared, seen and revoked on a ${device} (${language})`, async (given) => {
      const { t, panel, open } = given
      const { haulier, rival } = panel
      const note = await noteWriter(panel).create({ carrier_company_name: 'Transports Garonne' })
      const words = said[language]
      const at = device === 'phone' ? ({ device } as const) : {}

      const office = await open({ as: await panel.person(haulier), language, ...at })
      await office.goto(`/idioma/${language}?siguiente=/ecmrs/${note.id}/compartir`)
      await fits(given, office, `sharing ${language}`)
      await office.locator('#f-company').fill(rival.handle)
      await office.locator('#f-access').selectOption('carrier')
      await office.getByRole('button', { name: words.next }).press('Enter')
      await office.getByRole('heading', { name: /Transports Garonne/ }).waitFor()
      await fits(given, office, `confirming ${language}`)
      await office.getByRole('button', { name: words.share, exact: true }).press('Enter')
      await office.getByText('Transports Garonne').first().waitFor()
      await fits(given, office, `shared ${language}`)

      const other = await open({ as: await panel.person(rival), language, ...at })
      await other.goto(`/idioma/${language}?siguiente=/ecmrs?scope=shared`)
      await other.getByText(note.ecmr_number).first().waitFor()
      await fits(given, other, `list ${language}`)
      await other.goto(`/ecmrs/${note.id}`)
      await other.getByText(haulier.name).first().waitFor()
      await fits(given, other, `note ${language}`)
      await other.goto('/empresa/compartir')
      await other.getByText(rival.handle).first().waitFor()
      await fits(given, other, `handle ${language}`)

      await office.getByRole('button', { name: words.revoke }).press('Enter')
      await office.locator('.badge-draft').waitFor()
      t.equal((await other.goto(`/ecmrs/${note.id}?again=${randomUUID()}`))?.status(), 404)
    })
