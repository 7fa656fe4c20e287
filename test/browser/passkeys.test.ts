import type { CDPSession, Page } from 'playwright-core'
import { PASSWORD, withPassword } from '../support/account.js'
import { accessibilityFaults } from '../support/accessibility.js'
import { type InChromium, testInChromium } from '../support/chromium.js'

let people = 0

/** A person who can log in with `PASSWORD`. */
async function person({ panel }: InChromium) {
  people += 1
  const email = `nuria${people}@example.com`
  return { email, user: await withPassword(panel.pool, panel.haulier, { email, name: 'Nuria Gil' }) }
}

interface Authenticator {
  readonly session: CDPSession
  readonly id: string
}

/** An authenticator that says yes by itself. */
async function authenticator(
  page: Page,
  { verifies = true, isResident = true } = {},
): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: isResident,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  })
  return { session, id }
}

async function typePassword(page: Page, email: string): Promise<void> {
  await page.goto('/entrar')
  await page.getByLabel(/Correo|Email/).fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('form.card .button-primary').click()
}

/** Adds a passkey by the pages, and returns the recovery codes that are shown with the first one. */
async function addPasskey(page: Page, name = 'Mi portátil'): Promise<readonly string[]> {
  await page.goto('/cuenta/seguridad/llaves/nueva')
  await page.locator('#f-name').fill(name)
  await page.locator('form[data-passkey] .button-primary').click()
  await page
    .getByText(/se muestran solo ahora|Llave de acceso añadida|shown only now/)
    .first()
    .waitFor()
  return page.locator('.recovery-codes code').allInnerTexts()
}

const isIn = (page: Page) => page.waitForURL((url) => url.pathname === '/')
const leave = async (page: Page) => {
  await page.context().clearCookies()
}

testInChromium('a passkey is added, and is the whole login', async (given) => {
  const { t, open } = given
  const { email, user } = await person(given)
  const page = await open()
  await authenticator(page)
  await typePassword(page, email)
  await isIn(page)
  const codes = await addPasskey(page)
  t.equal(codes.length, 10)
  t.same(await accessibilityFaults(page), [])
  await page.goto('/cuenta/seguridad')
  t.equal(await page.getByLabel('Nombre de Mi portátil').inputValue(), 'Mi portátil')
  t.same(await accessibilityFaults(page), [])

  await leave(page)
  await page.goto('/entrar')
  t.same(await accessibilityFaults(page), [])
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
  await isIn(page)
  const { rows } = await given.panel.pool.query(
    `select second_factor from accounts.sessions where user_id = $1 order by created_at desc limit 1`,
    [user.id],
  )
  t.same(rows, [{ second_factor: 'passkey' }])
  await page.goto('/cuenta/seguridad')
  t.match(
    await page
      .getByText(/Verificación en dos pasos/)
      .first()
      .innerText(),
    /ACTIVADA|activada/,
  )
})

testInChromium('a passkey is the second step after the password', async (given) => {
  const { t, open } = given
  const { email } = await person(given)
  const page = await open({ device: 'phone', colours: 'dark', language: 'en' })
  // One that does not verify its user, as simple security keys are.
  await authenticator(page, { verifies: false, isResident: false })
  await typePassword(page, email)
  await isIn(page)
  await addPasskey(page, 'Key')
  await leave(page)
  await typePassword(page, email)
  await isIn(page)
  t.ok(true, 'the page asks the key by itself')
})

testInChromium('a passkey that does not verify its user is no whole login', async (given) => {
  const { t, open, panel } = given
  const { email } = await person(given)
  const page = await open()
  const { session, id } = await authenticator(page)
  await typePassword(page, email)
  await isIn(page)
  await addPasskey(page)
  await session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
  await leave(page)
  await page.goto('/entrar')
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
  await page.getByText('No se ha podido usar la llave de acceso').waitFor()
  t.equal(new URL(page.url()).pathname, '/entrar/segundo-paso')
  t.same(await accessibilityFaults(page), [])
  t.ok(panel)
})

testInChromium('a removed passkey lets nobody in', async (given) => {
  const { t, open } = given
  const { email } = await person(given)
  const page = await open()
  await authenticator(page)
  await typePassword(page, email)
  await isIn(page)
  await addPasskey(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/cuenta/seguridad')
  await page.getByRole('button', { name: 'Quitar Mi portátil' }).click()
  await page.getByText('Verificación en dos pasos desactivada').waitFor()
  await leave(page)
  await page.goto('/entrar')
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
  await page.getByText('no sirve para esta cuenta').first().waitFor()
  t.equal(new URL(page.url()).pathname, '/entrar/segundo-paso')
})

testInChromium(
  'pressing the button while the browser asks for a passkey asks no second time',
  async (given) => {
    const { t, open } = given
    const { email } = await person(given)
    const page = await open()
    await authenticator(page)
    await typePassword(page, email)
    await isIn(page)
    await addPasskey(page)
    await leave(page)
    // A person who has not answered yet.
    await page.addInitScript(`{
    window.asked = 0
    CredentialsContainer.prototype.get = () => (window.asked++, new Promise(() => {}))
  }`)
    await typePassword(page, email)
    const button = page.getByRole('button', { name: 'Usar llave de acceso' })
    await button.click()
    await button.click()
    t.equal(await page.evaluate('window.asked'), 1)
    t.ok(await page.locator('[data-says]').isHidden(), 'no fault is shown')
  },
)
