import { requestRegistration, requestReset, setPlan } from '@ecmr/accounts'
import { accessibilityFaults } from '../support/accessibility.js'
import { PASSWORD, withPassword } from '../support/account.js'
import { testInChromium } from '../support/chromium.js'
import { operator } from '../support/panel.js'
import { letIn, newClient } from './connect-client.js'

testInChromium(
  'a password can be looked at while it is typed, and is sent hidden',
  async ({ t, panel, open }) => {
    await withPassword(panel.pool, panel.haulier)
    const page = await open({ device: 'phone' })
    await page.goto('/entrar?siguiente=/cuenta')
    const field = page.locator('#f-password')
    await page.getByLabel('Correo electrónico').fill('marta@example.com')
    await field.fill(PASSWORD)
    t.equal(await field.getAttribute('type'), 'password')
    await page.getByRole('button', { name: 'Mostrar contraseña' }).tap()
    t.equal(await field.getAttribute('type'), 'text')
    t.same(await accessibilityFaults(page), [])
    await page.getByRole('button', { name: 'Ocultar contraseña' }).tap()
    t.equal(await field.getAttribute('type'), 'password')
    await page.getByRole('button', { name: 'Mostrar contraseña' }).tap()
    // Runs after the page's own listener.
    await page.evaluate(`document.querySelector('main form').addEventListener('submit', () =>
    sessionStorage.setItem('sent as', document.querySelector('#f-password').type))`)
    await page.getByRole('button', { name: 'Entrar', exact: true }).tap()
    await page.waitForURL('/cuenta')
    t.equal(await page.evaluate(`sessionStorage.getItem('sent as')`), 'password')
  },
)

testInChromium('the pages of accounts and of the company are accessible', async ({ t, panel, open }) => {
  const registrant = { company_name: 'Eva', name: 'Eva', email: 'eva@example.com', language: 'es' } as const
  const requested = await requestRegistration(panel.pool, registrant)
  const registration = requested.kind === 'link' ? requested.token : ''
  const lucia = await panel.person(panel.haulier)
  await setPlan(panel.pool, panel.haulier.id, 'pro', operator)
  await letIn(panel.pool, lucia.user, await newClient(panel.pool))
  const reset = (await requestReset(panel.pool, lucia.user.email, operator))?.token
  for (const as of [undefined, lucia]) {
    for (const colours of ['light', 'dark'] as const) {
      const page = await open({ ...(as && { as }), colours })
      const paths = as
        ? ['/cuenta', '/empresa', '/empresa/personas']
        : [
            '/entrar',
            '/registro',
            '/recuperar',
            '/registro/x',
            `/registro/${registration}`,
            `/recuperar/${reset}`,
          ]
      for (const path of paths) {
        await page.goto(path)
        t.same(await accessibilityFaults(page), [], `${path}, ${colours}`)
      }
    }
  }
})
