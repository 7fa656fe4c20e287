import type { MailOutcome } from '@ecmr/contract'
import { giveBackMails, takeMails } from '@ecmr/document-links'
import { type CompanyId, formats, isTestCompany } from '@ecmr/domain'
import type { Mailer, Message } from '@ecmr/mail'
import { queryBuilders } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { v5 as uuidv5 } from 'uuid'
import { recordCarriedOut, wasCarriedOut } from '../idempotency/key-table.js'

const LONGEST_MS = 15_000
const databaseOf = queryBuilders<unknown>()

/** What mailing works with. */
export interface MailCases {
  readonly pool: Pool
  readonly mailer?: Mailer
}

/** Sends a mail at once, which counts for the company’s day, and says what became of it. Without an error: the caller has other ways. */
export async function sendNow(
  { pool, mailer }: MailCases,
  company: CompanyId,
  { to, ...message }: Omit<Message, 'isBounded'>,
): Promise<MailOutcome> {
  if (isTestCompany(company)) return 'test_note'
  if (mailer === undefined) return 'not_configured'
  if (!formats.email(to)) return 'not_sent'
  const counted = await takeMails(pool, company, 1)
  if (!counted.ok) return 'too_many'
  try {
    await mailer.deliver({ ...message, to, isBounded: true }, AbortSignal.timeout(LONGEST_MS))
    return 'sent'
  } catch {
    await giveBackMails(pool, counted.taken, 1)
    return 'not_sent'
  }
}

/** Sends a mail as `sendNow` does, unless one with this id was sent within the last two days. */
export async function sendOnce(
  cases: MailCases,
  company: CompanyId,
  mail: { readonly id: string; readonly to: string; readonly message: Omit<Message, 'to'> },
): Promise<MailOutcome> {
  const command = { company, commandId: uuidv5('mail', mail.id) }
  const db = databaseOf(cases.pool)
  if (await wasCarriedOut(db, command)) return 'sent'
  const outcome = await sendNow(cases, company, { ...mail.message, to: mail.to, id: command.commandId })
  if (outcome === 'sent') await recordCarriedOut(db, command)
  return outcome
}
