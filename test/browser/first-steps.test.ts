import { randomUUID } from 'node:crypto'
import { addUser, createCompany } from '@ecmr/accounts'
import type { Page } from 'playwright-core'
import { eight } from '../panel/note-forms-office.js'
import { NOWHERE } from '../panel/webhooks.js'
import { accessibilityFaults } from '../support/accessibility.js'
import { testInChromium } from '../support/chromium.js'
import { operator } from '../support/panel.js'

const guide = (page: Page) => page.locator('.guide')
const goOn = (page: Page) => guide(page).locator('.button-primary')

testInChromium('from an empty company to the first webhook, and a colleague', async ({ t, panel, open }) => {
  const company = await createCompany(panel.pool, { name: 'Transportes Ebro', plan: 'pro' }, operator)
  const owner = await panel.person(company)
  const page = await open({ as: owner })
  await page.goto('/')
  t.match(await guide(page).innerText(), /0 de 4 hechos/)
  t.same(await accessibilityFaults(page), [])
  t.equal(await page.locator('.button-primary').count(), 1)

  t.equal(await goOn(page).innerText(), 'Nueva carta de porte')
  await owner.send('/ecmrs/nueva', { ...eight, pickup_date: '2999-12-01', once: randomUUID() })
  await page.goto('/')
  t.match(await guide(page).innerText(), /1 de 4 hechos/)
  await page.getByText('Todo en orden').waitFor()

  await goOn(page).click()
  await page.getByLabel('Nombre', { exact: false }).first().fill('ERP')
  await page.locator('form .button-primary').first().click()
  await page.goto('/')
  t.match(await guide(page).innerText(), /2 de 4 hechos/)

  await goOn(page).click()
  await page.locator('[name=url]').fill(NOWHERE)
  await page.locator('[name=events]').first().check()
  await page.locator('form .button-primary').first().click()
  await page.goto('/')
  t.match(await guide(page).innerText(), /3 de 4 hechos/)

  await addUser(
    panel.pool,
    { company_id: company.id, email: 'eva@example.com', name: 'Eva', role: 'member' },
    operator,
  )
  await page.goto('/')
  t.equal(await guide(page).count(), 0, 'when all is done it is gone')
  t.equal(await page.locator('.button-primary').innerText(), 'Nueva carta de porte')
})

testInChromium('who does not want the first steps puts them away, and only for themselves', async (given) => {
  const { t, panel, open } = given
  const company = await createCompany(panel.pool, { name: 'Transportes Júcar' }, operator)
  const [owner, other] = [await panel.person(company), await panel.person(company)]
  const page = await open({ as: owner, device: 'phone', scripts: false })
  await page.goto('/')
  await page.getByRole('button', { name: 'No volver a mostrar' }).click()
  t.equal(await guide(page).count(), 0)
  await page.reload()
  t.equal(await guide(page).count(), 0)
  t.match((await other.open('/')).text, /Primeros pasos 1 de 4 hechos/, 'a colleague is one step')
})
