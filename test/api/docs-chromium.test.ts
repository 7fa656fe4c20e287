import { keyPrefix, listApiKeys } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.js'
import { testSiteInChromium } from '../support/chromium.js'
import { listeningSite } from '../support/site.js'

/** Drawing 60 operations takes Swagger UI a while. */
async function shown(page: Page): Promise<void> {
  await page.locator('.opblock').first().waitFor()
}

testSiteInChromium(
  'the API documentation is tried with a test key that was just created',
  listeningSite,
  async (given) => {
    const { t, site, open } = given
    const page = await open()
    await page.goto('/entrar')
    await page.locator('input[name=email]').fill(site.person.email)
    await page.locator('input[name=password]').fill(site.person.password)
    await page.locator('main form .button-primary').click()
    await page.waitForURL('**/')
    await page.goto('/api/docs')
    await shown(page)
    t.notOk(await page.getByText('Requests use your test key').isVisible())
    await page.getByRole('link', { name: 'create one' }).click()
    t.equal(await page.locator('#f-mode').inputValue(), 'test')
    await page.locator('#f-name').fill('Documentation')
    await page.getByRole('button', { name: /Crear/ }).last().click()
    await page.getByRole('button', { name: 'Probar en la documentación' }).click()
    await page.waitForURL('**/api/docs')
    await shown(page)
    const [key] = await listApiKeys(site.pool, actingFor(site.company.id)).then((keys) => keys.slice(-1))
    if (key === undefined) throw new Error('no key was created')
    t.equal(await page.locator('[data-with-key] code').innerText(), `${keyPrefix(key).slice(0, 18)}…`)
    t.notMatch(await page.content(), /ecmr_test_\w{50}/, 'the secret stands nowhere on the page')
    await page.locator('#operations-Consignment_notes-listEcmrs .opblock-summary-control').click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
    await page.reload()
    await shown(page)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    t.ok(await page.getByRole('link', { name: 'create one' }).isVisible())
    t.equal(await page.evaluate('sessionStorage.length'), 0)
    // A key of real data, however it got there.
    await page.evaluate(
      `sessionStorage.setItem('ecmr-docs-key', 'ecmr_live_' + 'a'.repeat(8) + '_' + 'b'.repeat(49))`,
    )
    await page.reload()
    await shown(page)
    t.notOk(await page.getByText('Requests use your test key').isVisible())
    await page.getByRole('link', { name: 'Back to the panel' }).click()
    await page.waitForURL('/')
  },
)

testSiteInChromium(
  'the API documentation fits and can be read, light and dark',
  listeningSite,
  async (given) => {
    const { t, open } = given
    for (const [device, colours] of [
      ['phone', 'light'],
      ['desktop', 'dark'],
    ] as const) {
      const page = await open({ device, colours })
      await page.goto('/api/docs')
      await shown(page)
      t.same(await accessibilityFaults(page), [])
      const { width } = page.viewportSize() ?? { width: 0 }
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, 'it fits the screen')
      await page.getByRole('link', { name: 'Link to POST /api/ecmrs', exact: true }).click()
      t.match(page.url(), /\/api\/docs#\/Consignment%20notes\/createEcmr$/, 'operations have links')
      await page.getByRole('button', { name: 'Try it out' }).click()
      await page.getByRole('textbox', { name: 'Request body' }).waitFor()
      t.same(await accessibilityFaults(page), [], 'an operation that is tried')
      await page.locator('.btn.authorize').first().click()
      await page.getByRole('button', { name: 'Close', exact: true }).first().waitFor()
      t.same(await accessibilityFaults(page), [], 'the dialog for keys')
    }
  },
)
