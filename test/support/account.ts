import { addUser, type Company, hashPassword, type User, type UserRole } from '@ecmr/accounts'
import { openMailer } from '@ecmr/mail'
import type { PanelDependencies } from '@ecmr/panel'
import type { Pool } from 'pg'
import { pino } from 'pino'
import type { Test } from 'tap'
import { startMailServer, type TestMailServer } from './mail-server.js'
import { buildTestPanel, operator, type TestPanel } from './panel.js'

/** A password that every rule accepts. */
export const PASSWORD = 'corchete naranja y veintidós'
export const OTHER_PASSWORD = 'martes sin paraguas en Lugo'

/** A user who can log in with `PASSWORD`. */
export async function withPassword(
  pool: Pool,
  company: Company,
  { email = 'marta@example.com', name = 'Marta Vidal', role = 'owner' as UserRole } = {},
): Promise<User> {
  const password_hash = await hashPassword(PASSWORD)
  const user = { company_id: company.id, email, name, role, password_hash }
  return addUser(pool, user, operator)
}

/** The panel with a mail server of its own; visitors may say where they come from by `x-forwarded-for`. */
export async function buildMailingPanel(
  t: Test,
  changed: Partial<PanelDependencies> = {},
): Promise<TestPanel & { readonly mail: TestMailServer }> {
  const mail = await startMailServer(t)
  const mailer = openMailer({
    url: mail.url,
    from: 'eCMR <no-reply@ecmr.example>',
    log: changed.logger ?? pino({ level: 'silent' }),
    pauses: [],
  })
  t.teardown(() => mailer.close())
  return {
    ...(await buildTestPanel(t, () => ({ mailer, trustProxy: 1, ...changed }))),
    mail: besidesLogins(mail),
  }
}

const OF_LOGINS = /desde otro navegador|^New browser/

/** The mails that come, without those that tell of logins in browsers that were not used before. */
function besidesLogins(mail: TestMailServer): TestMailServer {
  return {
    ...mail,
    async next() {
      for (;;) {
        const message = await mail.next()
        if (!OF_LOGINS.test(message.headers.get('subject') ?? '')) return message
      }
    },
    get answered() {
      return mail.answered
    },
  }
}

/** The part of a link after the panel's own address. */
export function pathOf(link: string | undefined): string {
  if (link === undefined) throw new Error('the message has no link')
  return new URL(link).pathname
}
