import type { Page } from 'playwright-core'
import type { TestSite } from '../support/site.js'
import type { Callback } from './clients-callback.js'

/** A person whom a client sends to a page: logs in with a password, consents, and is redirected to the client. */
export async function letIn(
  page: Page,
  wanted: URL,
  { person, company }: Pick<TestSite, 'person' | 'company'>,
  callback: Callback,
): Promise<URL> {
  const back = callback.next()
  await page.goto(wanted.href)
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText(company.name).first().waitFor()
  await page.getByRole('button', { name: 'Autorizar' }).click()
  return back
}
