import { createExample } from '@ecmr/contract'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { accessibilityFaults } from '../support/accessibility.js'
import { type InChromium, testInChromium } from '../support/chromium.js'

// One person, two companies: invited with an account of her own, she works for both in two tabs.

const FIELDS = [
  'sender_company_name',
  'sender_address',
  'sender_city',
  'receiver_company_name',
  'receiver_address',
  'receiver_city',
  'goods_description',
  'pickup_date',
] as const

const who = (page: Page): Promise<string | null> => page.locator('.who strong').textContent()

async function fillIn(page: Page): Promise<void> {
  for (const name of FIELDS)
    await page.locator(`form.note-form [name="${name}"]`).fill(String(createExample[name]))
}

/** Leaves the page as a keyboard does: to the choice of companies, to its button, Enter. */
async function switchByKeyboard(page: Page): Promise<void> {
  await page.locator('#companies').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Ha cambiado de empresa.').waitFor()
}

/** Only in pages with scripts: axe is one. */
async function axeClean(t: Test, page: Page, about: string, scripts = true): Promise<void> {
  if (!scripts) return
  t.same(await accessibilityFaults(page), [], about)
}

const journey =
  (scripts: boolean) =>
  async ({ t, panel, open }: InChromium) => {
    const [lucia, james] = [
      await panel.person(panel.haulier),
      await panel.person(panel.rival, 'owner', 'James Hill'),
    ]
    const { haulier, rival } = panel

    const his = await open({ as: james, scripts })
    await his.goto('/empresa/personas')
    await his.locator('[name=email]').fill(lucia.user.email)
    await his.locator('form[action="/empresa/personas/invitar"] .button-primary').click()
    const link = (await his.locator('.secret code').textContent()) ?? ''

    const first = await open({ as: lucia, scripts })
    await first.goto(new URL(link).pathname)
    await axeClean(t, first, 'the invitation', scripts)
    await first.getByRole('button', { name: 'Aceptar la invitación' }).click()
    await first.getByText('Ya forma parte de la empresa.').waitFor()
    t.equal(await who(first), rival.name)

    await first.goto('/ecmrs/nueva')
    await fillIn(first)
    const second = await first.context().newPage()
    await second.goto('/ecmrs')
    await axeClean(t, second, 'the menu with two companies', scripts)
    await switchByKeyboard(second)
    t.equal(await who(second), haulier.name)

    await first.locator('form.note-form .button-primary').last().click()
    await first.getByRole('heading', { name: `Este formulario es de ${rival.name}` }).waitFor()
    t.equal(await who(first), haulier.name, 'nothing has changed')
    await axeClean(t, first, 'a form of another company', scripts)
    await first.getByRole('button', { name: `Cambiar a ${rival.name}` }).click()
    await first.getByRole('heading', { name: `Ahora trabaja en ${rival.name}` }).waitFor()
    await axeClean(t, first, 'the form after the switch', scripts)
    await first.getByRole('button', { name: 'Enviar el formulario' }).click()
    await first.waitForURL(/\/ecmrs\/[\w-]{36}/)
    t.equal(await who(first), rival.name)
    t.match(await first.content(), createExample.sender_company_name)
    const note = new URL(first.url()).pathname

    await second.goto('/')
    t.equal(await who(second), rival.name, 'all tabs act for the company of the session')
    await switchByKeyboard(second)
    await second.goto(note)
    await second.getByText(`Pertenece a ${rival.name}`).waitFor()
    await axeClean(t, second, 'a link to another company', scripts)
    await second.getByRole('button', { name: `Cambiar a ${rival.name}` }).click()
    await second.waitForURL(`**${note}`)
    t.equal(await who(second), rival.name)
  }

for (const scripts of [true, false])
  testInChromium(
    `an invited person works for two companies in two tabs${scripts ? '' : ', without scripts'}`,
    journey(scripts),
  )

testInChromium(
  'a list that is open says that another company was switched to',
  async ({ t, panel, open }) => {
    const { person, haulier, rival } = panel
    const lucia = await person(haulier)
    const james = await person(rival, 'owner', 'James Hill')
    const invited = await james.send(
      '/empresa/personas/invitar',
      { email: lucia.user.email, role: 'member', language: 'es' },
      { from: '/empresa/personas' },
    )
    await lucia.send(/\/invitacion\/[\w-]{43}/.exec(invited.html)?.[0] ?? '', {}, { from: '/' })
    const page = await open({ as: lucia, device: 'phone' })
    const streaming = page.waitForResponse(/\/cambios/)
    await page.goto('/ecmrs')
    await streaming
    t.equal(await page.locator('.acting').textContent(), rival.name, 'a telephone shows the company')
    await lucia.send('/cambiar-empresa', { _company: haulier.id }, { from: '/' })
    await page.getByText('Ahora trabaja en otra empresa.').waitFor()
    await axeClean(t, page, 'the list')
  },
)
