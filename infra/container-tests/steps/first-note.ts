import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { announcedEvents } from '../../drill/announcements.js'
import { subscribe } from '../../drill/receiver.js'
import type { Company } from '../../harness/operator.js'
import { accepted, exampleNote, send } from '../../harness/requests.js'
import type { CustomerServer } from '../customer.js'
import { CUSTOMER_URL } from '../override.js'

const made = Type.Object({ id: Type.String(), ecmr_number: Type.String() })
const issued = Type.Object({ url: Type.Union([Type.String(), Type.Null()]) })
const WEBHOOK_WITHIN_MS = 60_000

/** A note, and its document as anyone who has the address reads it. */
export interface FirstNote {
  readonly id: string
  readonly documentUrl: string
  readonly sha256: string
  readonly webhookSecret: string
}

/** Registers the customer's server, creates a note through the proxy and waits for its webhook; issues and fetches its document. */
export async function firstNote(
  site: string,
  { key }: Company,
  customer: CustomerServer,
): Promise<FirstNote> {
  const { secret: webhookSecret } = await subscribe(site, key, { url: CUSTOMER_URL, events: announcedEvents })
  const id = await announcedNote(site, key, customer)
  const document = await send(`${site}/api/ecmrs/${id}/documents`, key, { method: 'POST' })
  const { url } = await accepted(document, issued)
  if (url === null) throw new Error('the document has no public address')
  return { id, documentUrl: url, sha256: await hashAt(url), webhookSecret }
}

/** Creates a note, and waits until the customer's server was notified of it. Returns its id. */
export async function announcedNote(site: string, key: string, customer: CustomerServer): Promise<string> {
  // Two notes with one reference count as one that was written twice.
  const body = { ...exampleNote, reference: randomUUID() }
  const { id } = await accepted(await send(`${site}/api/ecmrs`, key, { body }), made)
  const deadline = performance.now() + WEBHOOK_WITHIN_MS
  while (!customer.announced({ noteId: id, type: 'ecmr.created' })) {
    if (performance.now() > deadline)
      throw new Error(`no webhook of the note came within ${WEBHOOK_WITHIN_MS / 1_000} s`)
    await delay(100)
  }
  return id
}

/** The SHA-256 of the PDF at an address. */
export async function hashAt(url: string): Promise<string> {
  const answer = await fetch(url)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isPdf = Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-'
  if (!answer.ok || !isPdf)
    throw new Error(`the address of the document answers ${answer.status}, and no PDF`)
  return createHash('sha256').update(bytes).digest('hex')
}
