import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.js'
import { testInChromium } from '../support/chromium.js'

/** What the keyboard would act on now, as it is read out. */
async function focused(page: Page): Promise<string> {
  return (await page.locator(':focus').innerText()).trim()
}

for (const device of ['phone', 'desktop'] as const)
  for (const colours of ['light', 'dark'] as const)
    testInChromium(
      `the frame is accessible on a ${device} in ${colours} colours`,
      async ({ t, panel, open }) => {
        const stranger = await open({ device, colours, language: 'en' })
        const member = await open({ device, colours, as: await panel.person(panel.haulier) })
        await stranger.goto('/nothing-here')
        await member.goto('/')
        for (const page of [stranger, member]) {
          t.same(await accessibilityFaults(page), [])
          const { width } = page.viewportSize() ?? { width: 0 }
          t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, 'it fits the screen')
        }
      },
    )

testInChromium('the first key leads over the menu to what the page is about', async ({ t, panel, open }) => {
  const page = await open({ as: await panel.person(panel.haulier) })
  await page.goto('/')
  await page.keyboard.press('Tab')
  t.equal(await focused(page), 'Ir al contenido')
  t.ok(await page.getByText('Ir al contenido').isVisible())
  await page.keyboard.press('Enter')
  t.equal(await page.locator(':focus').getAttribute('id'), 'content')
})

testInChromium('the keyboard alone leads through the menu', async ({ t, panel, open }) => {
  const page = await open({ as: await panel.person(panel.haulier) })
  await page.goto('/')
  const passed: string[] = []
  do {
    await page.keyboard.press('Tab')
    passed.push(await focused(page))
  } while (passed.at(-1) !== 'Salir' && passed.length < 20)
  const sections = [
    'Buscar',
    'Inicio',
    'Cartas de porte',
    'Fichas',
    'Webhooks',
    'Claves API',
    'Conectar IA',
    'Auditoría',
  ]
  const ends = ['Empresa', 'Mi cuenta', 'Ver datos de prueba', 'Salir']
  t.same(passed, ['Ir al contenido', 'eCMR', ...sections, ...ends])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/cuenta')
  t.equal(await page.locator('[aria-current=page]').innerText(), 'Mi cuenta')
})

testInChromium('on a phone the menu opens at a touch, also without scripts', async ({ t, panel, open }) => {
  for (const scripts of [true, false]) {
    const page = await open({ device: 'phone', scripts, as: await panel.person(panel.haulier) })
    await page.goto('/')
    const account = page.getByRole('link', { name: 'Mi cuenta' })
    t.notOk(await account.isVisible())
    await page.getByText('Menú').tap()
    t.ok(await account.isVisible())
    await account.tap()
    await page.waitForURL('**/cuenta')
  }
})

testInChromium('the menu of a phone closes with the key Escape', async ({ t, panel, open }) => {
  const page = await open({ device: 'phone', as: await panel.person(panel.haulier) })
  await page.goto('/')
  await page.getByText('Menú').tap()
  await page.keyboard.press('Escape')
  t.notOk(await page.getByRole('link', { name: 'Mi cuenta' }).isVisible())
  t.equal(await focused(page), 'Menú')
})

testInChromium('a form with faults leads to a summary, and on to the field', async ({ t, open }) => {
  const page = await open()
  await page.goto('/entrar')
  await page.locator('main form button[type=submit], main form button:not([type])').first().click()
  await page.getByRole('alert').waitFor()
  t.match(await page.title(), /^Error: /)
  t.match(await focused(page), /Revise estos errores/)
  await page.getByRole('alert').getByRole('link').first().click()
  t.equal(await page.locator(':focus').getAttribute('name'), 'email')
  t.same(await accessibilityFaults(page), [])
})

testInChromium('the other language is a touch away, and stays', async ({ t, open }) => {
  const page = await open({ device: 'phone' })
  await page.goto('/entrar')
  await page.getByRole('link', { name: 'English' }).tap()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  t.equal(new URL(page.url()).pathname, '/entrar')
  await page.goto('/')
  t.equal(await page.locator('html').getAttribute('lang'), 'en')
})

testInChromium(
  'a form is sent once however often its button is pressed, and again when no answer came',
  async ({ t, panel, open }) => {
    const page = await open({ as: await panel.person(panel.haulier) })
    await page.clock.install()
    await page.goto('/cuenta')
    let sent = 0
    // Browsers stay on the page then, as they do when the user cancels the request.
    await page.route('**/cuenta', (route) => {
      sent += 1
      return route.fulfill({ status: 204 })
    })
    const save = page.getByRole('button', { name: 'Guardar' })
    await save.click()
    await save.click()
    await page.waitForFunction('document.querySelector("form[data-sent]")')
    t.equal(sent, 1)
    await page.clock.fastForward(15_000)
    await Promise.all([page.waitForRequest('**/cuenta'), save.click()])
    t.equal(sent, 2)
  },
)
