import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.js'
import { type InChromium, testInChromium } from '../support/chromium.js'
import { noteWriter } from './ground.js'

const said = {
  es: {
    invite: 'Invitar a firmar',
    create: 'Crear el enlace',
    showCode: 'Mostrar un código: Jean Martin',
    codeFor: 'Código para Jean Martin',
    code: 'Código de seis cifras',
    sign: 'Firmar',
    signed: 'Firmada. Gracias.',
    used: 'Este enlace ya se ha usado',
  },
  en: {
    invite: 'Invite to sign',
    create: 'Create the link',
    showCode: 'Show a code: Jean Martin',
    codeFor: 'Code for Jean Martin',
    code: 'Six-digit code',
    sign: 'Sign',
    signed: 'Signed. Thank you.',
    used: 'This link has already been used',
  },
} as const

const fits = async ({ t }: InChromium, page: Page, what: string): Promise<void> => {
  t.same(await accessibilityFaults(page), [], what)
  const { width } = page.viewportSize() ?? { width: 0 }
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${what} fits`)
}

async function draw(page: Page): Promise<void> {
  const pad = page.locator('[data-pad] canvas')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (box === null) throw new Error('there is no pad')
  await page.mouse.move(box.x + 20, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 5 })
  await page.mouse.up()
}

for (const language of ['es', 'en'] as const)
  for (const scripts of [true, false])
    testInChromium(
      `a receiver signs by a link on a telephone ${scripts ? 'by drawing' : 'without scripts'} (${language})`,
      async (given) => {
        const { t, panel, open } = given
        const { create } = noteWriter(panel)
        const note = await create({ receiver_company_name: 'Épicerie du Midi SARL' })
        const words = said[language]

        const office = await open({ as: await panel.person(panel.haulier), language })
        await office.goto(`/idioma/${language}?siguiente=/ecmrs/${note.id}`)
        await office
          .locator('summary', { hasText: language === 'es' ? 'Más' : 'More' })
          .last()
          .click()
        await office.getByRole('link', { name: words.invite }).click()
        await office.locator('#f-role').selectOption('receiver')
        await office.locator('#f-name').fill('Jean Martin')
        await office.getByRole('button', { name: words.create }).click()
        const url = await office.locator('.secret code').textContent()
        await fits(given, office, 'the page with the link')

        const phone = await open({ device: 'phone', language, scripts })
        await phone.goto(new URL(url ?? '').pathname)
        await phone.getByText('Épicerie du Midi SARL').first().waitFor()
        if (scripts) await fits(given, phone, 'the note')

        await office.getByRole('button', { name: words.showCode }).click()
        await office.getByRole('heading', { name: words.codeFor }).waitFor()
        await fits(given, office, 'the page with the code')
        const code = (await office.locator('.secret code').textContent()) ?? ''

        const sign = phone.locator('form[data-signing]')
        const button = sign.getByRole('button', { name: words.sign, exact: true })
        await sign.getByLabel(words.code).fill('12345')
        await button.tap()
        await phone.locator('#f-code-fault').waitFor()
        if (scripts) await fits(given, phone, 'the note with a fault')
        await sign.getByLabel(words.code).fill(code)
        await sign.locator('#f-remarks').fill('Un palé mojado')
        if (scripts) {
          await sign.locator('input[value=drawn]').check()
          await draw(phone)
        }
        await button.tap()
        await phone.getByRole('heading', { name: words.signed }).waitFor()
        if (scripts) await fits(given, phone, 'the thanks')
        await phone.goto(new URL(url ?? '').pathname)
        await phone.getByRole('heading', { name: words.used }).waitFor()
        if (scripts) await fits(given, phone, 'the dead link')

        await office.goto(`/ecmrs/${note.id}`)
        await office.getByText('Un palé mojado').first().waitFor()
        t.equal(await office.locator('.note-drawing').count(), scripts ? 1 : 0)
      },
    )
