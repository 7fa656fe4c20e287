import type { Company, User } from '@ecmr/accounts'
import { codeInStep, stepAt } from '@ecmr/accounts/testing'
import type { Test } from 'tap'
import { buildMailingPanel, PASSWORD, withPassword } from '../support/account.js'
import type { Page, Visit } from '../support/visit.js'

const STEP_MS = 30_000

/** An app that shows codes, as a person has it on their telephone. */
export interface App {
  /** the present code, which no other step around it has */
  code(): string
}

/** A panel with a mail server and a clock of the test's. */
export async function secondFactorPanel(t: Test) {
  let now = Date.parse('2026-11-27T09:00:10Z')
  const panel = await buildMailingPanel(t, { clock: () => new Date(now) })
  let made = 0

  /** A person with the password `PASSWORD`, who has logged in with it. */
  async function loggedIn(company: Company = panel.haulier, role: User['role'] = 'owner') {
    made += 1
    const email = `berta${made}@example.com`
    const user = await withPassword(panel.pool, company, { email, name: `Berta ${made}`, role })
    const browser = panel.visitor({ 'user-agent': FIREFOX })
    await browser.send('/entrar', { email, password: PASSWORD })
    return { user, email, browser }
  }

  function appOf(page: Page): App {
    const [, shown = ''] = /<code aria-labelledby="key">([^<]+)</.exec(page.html) ?? []
    const secret = shown.replaceAll(' ', '')
    if (secret.length !== 32) throw new Error(`no secret on the page: ${page.text}`)
    return { code: () => codeInStep(secret, stepAt(new Date(now))) }
  }

  return {
    ...panel,
    loggedIn,
    appOf,
    /** goes on by some steps of codes */
    pass: (steps = 1) => {
      now += steps * STEP_MS
    },
    /** A person who has set up an app. */
    async secured(company?: Company, role?: User['role']) {
      const person = await loggedIn(company, role)
      const app = appOf(
        await person.browser.send('/cuenta/seguridad/aplicacion', {}, { from: '/cuenta/seguridad' }),
      )
      const page = await confirm(person.browser, app.code())
      now += STEP_MS
      return { ...person, app, codes: codesOn(page) }
    },
  }
}

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export const SECOND_STEP = '/entrar/segundo-paso'

/** Types the first code of an app. */
export function confirm(browser: Visit, code: string): Promise<Page> {
  return browser.send('/cuenta/seguridad/aplicacion/confirmar', { code }, { from: '/cuenta/seguridad' })
}

/** The recovery codes on a page. */
export function codesOn({ html }: Page): readonly string[] {
  return [...html.matchAll(/<li><code>([\w-]+)<\/code>/g)].map(([, code = '']) => code)
}

/** Types the password in a browser. */
export function typePassword(browser: Visit, email: string, password = PASSWORD): Promise<Page> {
  return browser.send('/entrar', { email, password })
}
