import { giveBackMails, takeMails } from '@ecmr/document-links'
import { type DocumentLanguage, type IssuedDocument, isTestCompany, type Note } from '@ecmr/domain'
import { type Mailer, MailRefused, type Message } from '@ecmr/mail'
import { queryBuilders } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { v5 as uuidv5 } from 'uuid'
import type { Attempt, CommandKey } from '../idempotency/idempotency.js'
import { recordCarriedOut, wasCarriedOut } from '../idempotency/key-table.js'
import type { Caller } from '../notes/change-note.js'
import { mustActAs, mustOwn } from '../permissions/permitted.js'
import type { DocumentUseCases } from './document-cases.js'
import { documentEntry } from './document-entries.js'
import { documentMessage } from './document-message.js'
import { closedDocuments } from './issue-document.js'

/** What sending documents works with. */
export interface SendingCases extends Pick<DocumentUseCases, 'pool' | 'files' | 'siteUrl' | 'idempotency'> {
  /** absent: the operator has set up no mail */
  readonly mailer?: Mailer
}

/** To whom a document goes. */
export interface DocumentSending {
  readonly note: Note
  readonly document: IssuedDocument
  /** e-mail addresses; each gets a message of its own */
  readonly to: readonly string[]
  /** of the message; that of the document unless given */
  readonly language?: DocumentLanguage | undefined
  /** name of the company that sends it */
  readonly by: string
  readonly key?: CommandKey | undefined
}

export type Sending =
  /** `sent`: how many mails; `replayed`: they had been sent before, under the same key */
  | { readonly outcome: 'sent'; readonly sent: number; readonly replayed: boolean }
  /** a repeat with the same key sends those that failed, and no others */
  | { readonly outcome: 'not_sent'; readonly sent: number; readonly failed: readonly FailedMail[] }
  | { readonly outcome: 'too_many_mails'; readonly left: number; readonly retryAfterSeconds: number }
  /** `test_note`: mails would reach people who know of no test */
  | { readonly outcome: 'test_note' }
  | { readonly outcome: 'mail_not_configured' | 'file_missing' | 'busy' | 'key_reused' | 'key_in_flight' }

/** A mail that the server did not take. */
export interface FailedMail {
  /** place among the addresses, from 0 */
  readonly index: number
  /** trying again is of no use */
  readonly isFinal: boolean
}

/** For all mails of a request together. */
const LONGEST_MS = 25_000
/** Mail servers refuse larger messages; the address is in the message anyway. */
const LARGEST_ATTACHMENT = 5_000_000
/** Each holds a file in memory. */
const MOST_UNDER_WAY = 16

const databaseOf = queryBuilders<unknown>()
const underWay = new Set<string>()

/**
 * Sends an issued document by mail, at once: the file is attached, and the public address stands in the message. A mail counts for
 * the company's day when the server has taken it.
 *
 * @throws StorageUnavailable, ObjectDamaged, NotPermitted: nothing was sent
 */
export async function sendDocument(
  cases: SendingCases,
  caller: Pick<Caller, 'company' | 'role'>,
  sending: DocumentSending,
): Promise<Sending> {
  const { mailer } = cases
  mustActAs(caller, 'member')
  mustOwn(caller, sending.note)
  if (isTestCompany(caller.company)) return { outcome: 'test_note' }
  if (!mailer) return { outcome: 'mail_not_configured' }
  const work = async (attempt: Attempt): Promise<Sending> => {
    if (underWay.has(attempt.commandId)) return { outcome: 'key_in_flight' }
    if (underWay.size >= MOST_UNDER_WAY) return { outcome: 'busy' }
    underWay.add(attempt.commandId)
    try {
      return await sendOnce({ ...cases, mailer }, caller, sending, attempt)
    } finally {
      underWay.delete(attempt.commandId)
    }
  }
  const attempted = await cases.idempotency.run(caller.company, sending.key, work)
  return attempted.ran ? attempted.answer : { outcome: attempted.outcome }
}

/** One mail of a request. */
interface Mail {
  readonly index: number
  readonly to: string
  /** follows from the command and the address, so that a repeat knows what was sent, and no address is kept */
  readonly id: string
}

async function sendOnce(
  cases: SendingCases & { readonly mailer: Mailer },
  { company }: Pick<Caller, 'company'>,
  sending: DocumentSending,
  { commandId, isRepeat }: Attempt,
): Promise<Sending> {
  const { pool, mailer } = cases
  const all = mailsOf(sending.to, commandId)
  const mails = isRepeat ? await notSentYet(pool, company, all) : all
  if (mails.length === 0) return { outcome: 'sent', sent: all.length, replayed: true }
  const message = await messageOf(cases, sending)
  if (!message) return { outcome: 'file_missing' }
  const counted = await takeMails(pool, company, mails.length)
  if (!counted.ok) {
    const { left, retryAfterSeconds } = counted
    return { outcome: 'too_many_mails', left, retryAfterSeconds }
  }
  const failed = await deliverAll(mailer, message, mails)
  const isFailed = new Set(failed.map(({ index }) => index))
  for (const { id } of mails.filter(({ index }) => !isFailed.has(index)))
    await recordCarriedOut(databaseOf(pool), { company, commandId: id })
  await giveBackMails(pool, counted.taken, failed.length)
  const sent = all.length - failed.length
  return failed.length === 0
    ? { outcome: 'sent', sent, replayed: false }
    : { outcome: 'not_sent', sent, failed }
}

/** One mail to each address, however it is spelt. */
function mailsOf(to: readonly string[], commandId: string): readonly Mail[] {
  const each = new Map<string, Mail>()
  for (const [index, address] of to.entries()) {
    const name = address.toLowerCase()
    if (!each.has(name)) each.set(name, { index, to: address, id: uuidv5(name, commandId) })
  }
  return [...each.values()]
}

async function notSentYet(pool: Pool, company: string, mails: readonly Mail[]): Promise<readonly Mail[]> {
  const db = databaseOf(pool)
  const wereSent = await Promise.all(mails.map(({ id }) => wasCarriedOut(db, { company, commandId: id })))
  return mails.filter((_, index) => !wereSent[index])
}

/** What each is sent; undefined: the file is not in the storage. */
async function messageOf(
  cases: SendingCases,
  { note, document, language, by }: DocumentSending,
): Promise<Omit<Message, 'to'> | undefined> {
  const bytes = await cases.files.storage.get(document.sha256)
  if (bytes === undefined) return undefined
  const entry = await documentEntry(cases, note, note.documents.indexOf(document) + 1)
  const closed = await closedDocuments(cases, note)
  const { kind, version } = document
  const number = note.ecmr_number
  const url = closed.has(document.document_id) ? undefined : (entry?.url ?? undefined)
  const attachment = { name: `${number}.pdf`, mediaType: 'application/pdf', bytes }
  return {
    ...documentMessage({ by, kind, number, version, url }, language ?? document.language),
    ...(bytes.length <= LARGEST_ATTACHMENT && { attachment }),
    isBounded: true,
  }
}

/** Sends to all at the same time, and says who got nothing. */
async function deliverAll(
  mailer: Mailer,
  message: Omit<Message, 'to'>,
  mails: readonly Mail[],
): Promise<readonly FailedMail[]> {
  const signal = AbortSignal.timeout(LONGEST_MS)
  const results = await Promise.all(
    mails.map(({ index, to }) =>
      mailer.deliver({ ...message, to }, signal).then(
        () => [],
        (error: unknown) => [{ index, isFinal: error instanceof MailRefused && error.isFinal }],
      ),
    ),
  )
  return results.flat()
}
