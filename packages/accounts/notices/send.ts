import { accountOf } from '@ecmr/domain'
import { MailRefused, type Mailer, type Message } from '@ecmr/mail'
import { dueNotes } from '@ecmr/read-models'
import type { Pool } from 'pg'
import { type ClaimedMail, claimMail, peopleDue } from './claim.js'
import { MOST_NAMED, type NoticeMetrics } from './kinds.js'
import type { UnsubscribeTokens } from './unsubscribe-tokens.js'
import { lateMessage, type MailLinks, noticeMessage } from './words.js'

export interface Sending {
  readonly pool: Pool
  readonly mailer: Pick<Mailer, 'deliver'>
  readonly siteUrl: string
  /** for the link by which people switch notices off */
  readonly tokens: Pick<UnsubscribeTokens, 'make'>
  readonly signal: AbortSignal
  /** a pino logger fits; it never gets addresses */
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
  readonly metrics?: NoticeMetrics
}

const MOST_PEOPLE = 50
const AT_ONCE = 2
/** After so many failures in a row, it is the server that takes nothing. */
const MOST_FAILURES_IN_A_ROW = 3

/** Sends one mail to one person of each company. @returns how many were sent @throws MailRefused when the server takes nothing */
export async function sendTurn(sending: Sending): Promise<number> {
  const people = [...(await peopleDue(sending.pool, MOST_PEOPLE))]
  let [sent, failures] = [0, 0]
  let refusal: MailRefused | undefined
  const line = async (): Promise<void> => {
    for (let to = people.shift(); to && !sending.signal.aborted; to = people.shift()) {
      const mail = await claimMail(sending.pool, to)
      if (mail === undefined) continue
      const refused = await sendMail(sending, mail)
      failures = refused ? failures + 1 : 0
      if (refused) refusal = refused
      else sent += 1
      if (failures >= MOST_FAILURES_IN_A_ROW) people.splice(0)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, line))
  if (refusal && sent === 0) throw refusal
  if (refusal) sending.log.warn({ reason: refusal.reason }, 'some notices were not taken; tried again')
  return sent
}

// The mail is sent before that is recorded: a process that is killed between sends it twice, under the same id.
async function sendMail(sending: Sending, mail: ClaimedMail): Promise<MailRefused | undefined> {
  const { pool, mailer, signal, log, metrics } = sending
  const message = await messageOf(sending, mail)
  try {
    if (message) await mailer.deliver({ ...message, to: mail.person.email, id: mail.id }, signal)
    if (message) metrics?.sent(1)
  } catch (error) {
    const refused = error instanceof MailRefused ? error : new MailRefused('failed', false)
    metrics?.failed()
    if (!refused.isFinal) {
      const values = [mail.person.id, mail.id, pauseSeconds(mail.attempts)]
      await pool.query(
        `update accounts.notices set next_at = now() + make_interval(secs => $3) where user_id = $1 and mail_id = $2`,
        values,
      )
      return refused
    }
    metrics?.givenUp(mail.notices.length)
    log.error({ company_id: mail.person.company_id, reason: refused.reason }, 'a notice is refused for good')
  }
  await pool.query(`update accounts.notices set ended_at = now() where user_id = $1 and mail_id = $2`, [
    mail.person.id,
    mail.id,
  ])
  return undefined
}

// What is late may have arrived since it was planned: then there is nothing to say.
async function messageOf(sending: Sending, mail: ClaimedMail): Promise<Omit<Message, 'to'> | undefined> {
  const { pool } = sending
  const [{ kind, source }] = mail.notices
  const links = linksOf(sending, mail)
  if (kind !== 'late_deliveries') return noticeMessage(mail, links)
  const { lateDeliveries } = await dueNotes(pool, accountOf(mail.person.company_id), source, {
    most: MOST_NAMED,
  })
  return lateDeliveries.total > 0 ? lateMessage(mail, lateDeliveries, links) : undefined
}

/** The link of a mail switches off the kinds of notices that it holds. */
function linksOf({ siteUrl, tokens }: Sending, { person, notices }: ClaimedMail): MailLinks {
  const kinds = [...new Set(notices.map(({ kind }) => kind))]
  const token = tokens.make({ user_id: person.id, company_id: person.company_id, kinds })
  return { siteUrl, unsubscribe: `${siteUrl}/avisos/baja/${token}` }
}

/** Half a minute, doubled with each attempt, an hour at most. */
function pauseSeconds(attempts: number): number {
  return Math.min(30 * 2 ** (attempts - 1), 3_600)
}
