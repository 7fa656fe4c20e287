import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { bodyOf, exampleNote, send, sendAnyway } from '../../harness/requests.js'

const note = Type.Object({ id: Type.String() })
const attachment = Type.Object({ attachment_id: Type.String(), sha256: Type.String() })
const list = Type.Object({ data: Type.Array(attachment) })
const documents = Type.Object({
  data: Type.Array(Type.Object({ n: Type.Integer(), sha256: Type.String() })),
})

/** A file that was sent, and what was answered, if anything. */
interface Wish {
  readonly noteId: string
  readonly key: string
  /** what is to be sent again with the same key; forgotten with the answer */
  file: Buffer | undefined
  readonly sha256: string
  attachmentId?: string
}

/** What was found in the end. */
export interface UploadTally {
  /** acknowledged, and not in the list, or given out as other bytes */
  readonly lost: number
  /** in the list, and its bytes are not given out as they were sent */
  readonly withoutBytes: number
  readonly twice: number
}

const PAUSE_MS = 250
/** A note takes 50. */
const MOST_PER_NOTE = 50
const DOCUMENT_AFTER = 8
const [LEAST, MOST] = [20_000, 2_000_000]

/**
 * People who add files to notes, every time another one, and remember every answer that they got. Now and then they have a document
 * issued, which makes a file, too.
 */
export class Uploaders {
  readonly #wishes: Wish[] = []
  #running: Promise<void>[] = []
  #closing = new AbortController()
  acknowledged = 0
  issued = 0

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  start(count: number): void {
    this.#closing = new AbortController()
    this.#running = Array.from({ length: count }, () => this.#work(this.#closing.signal))
  }

  async stop(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#running)
  }

  /** Repeats every other upload that was never answered, with its key; how many. */
  async repeatHalf(): Promise<number> {
    const unanswered = this.#wishes.filter(({ attachmentId }) => attachmentId === undefined)
    const repeated = unanswered.filter((_, index) => index % 2 === 0)
    for (const wish of repeated) if (!(await this.#add(wish))) throw new Error('a repeat was not answered')
    return repeated.length
  }

  /** Reads back everything. */
  async check(): Promise<UploadTally> {
    let [lost, withoutBytes, twice] = [0, 0, 0]
    for (const id of this.#notes()) {
      const wishes = this.#wishes.filter(({ noteId }) => noteId === id)
      const answer = await send(`${this.url}/api/ecmrs/${id}/attachments`, this.key)
      const { data } = await bodyOf(answer, list)
      const ids = new Set(data.map(({ attachment_id }) => attachment_id))
      lost += wishes.filter(({ attachmentId }) => attachmentId !== undefined && !ids.has(attachmentId)).length
      twice += data.length - new Set(data.map(({ sha256 }) => sha256)).size
      for (const { attachment_id, sha256 } of data)
        if (!(await this.#isWhole(`${id}/attachments/${attachment_id}/content`, sha256))) withoutBytes++
      for (const { n, sha256 } of await this.#documents(id))
        if (!(await this.#isWhole(`${id}/documents/${n}.pdf`, sha256))) withoutBytes++
    }
    return { lost, withoutBytes, twice }
  }

  /** The objects that events name. */
  async named(): Promise<ReadonlySet<string>> {
    const named = new Set<string>()
    for (const id of this.#notes()) {
      const { data } = await bodyOf(await send(`${this.url}/api/ecmrs/${id}/attachments`, this.key), list)
      for (const { sha256 } of [...data, ...(await this.#documents(id))]) named.add(sha256)
    }
    return named
  }

  #notes(): ReadonlySet<string> {
    return new Set(this.#wishes.map(({ noteId }) => noteId))
  }

  async #documents(noteId: string) {
    const answer = await send(`${this.url}/api/ecmrs/${noteId}/documents`, this.key)
    return (await bodyOf(answer, documents)).data
  }

  async #isWhole(path: string, sha256: string): Promise<boolean> {
    const answer = await send(`${this.url}/api/ecmrs/${path}`, this.key)
    return answer.ok && hashOf(Buffer.from(await answer.arrayBuffer())) === sha256
  }

  async #work(signal: AbortSignal): Promise<void> {
    let noteId: string | undefined
    for (let sent = 0; !signal.aborted; sent++) {
      if (sent % MOST_PER_NOTE === 0) noteId = undefined
      // After a failure, too: nothing is uploaded before a note could be made again.
      noteId ??= await this.#newNote()
      if (noteId === undefined) {
        await pause(signal)
        continue
      }
      const file = pdf()
      const wish: Wish = { noteId, key: randomUUID(), file, sha256: hashOf(file) }
      this.#wishes.push(wish)
      if (!(await this.#add(wish))) noteId = undefined
      else if (sent % DOCUMENT_AFTER === 0) await this.#issue(noteId)
    }
  }

  async #issue(noteId: string): Promise<void> {
    const body = { reason: 'another copy' }
    const answer = await sendAnyway(`${this.url}/api/ecmrs/${noteId}/documents`, this.key, { body })
    if (answer?.ok) this.issued++
  }

  async #newNote(): Promise<string | undefined> {
    const answer = await sendAnyway(`${this.url}/api/ecmrs`, this.key, { body: exampleNote })
    return answer && (await bodyOf(answer, note).catch(() => undefined))?.id
  }

  /** False when the service is gone, or says "not now". */
  async #add(wish: Wish): Promise<boolean> {
    if (wish.file === undefined) return true
    const body = new FormData()
    body.set('kind', 'other')
    body.set('file', new Blob([new Uint8Array(wish.file)]), 'drill.pdf')
    const headers = { 'x-api-key': this.key, 'idempotency-key': wish.key }
    const path = `/api/ecmrs/${wish.noteId}/attachments`
    const answer = await fetch(`${this.url}${path}`, { method: 'POST', body, headers }).catch(() => undefined)
    // Too many at once, and a command of the same key that is not over, are honest answers.
    if (answer === undefined || [409, 429, 503].includes(answer.status)) return false
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const made = await bodyOf(answer, attachment).catch(() => undefined)
    if (made === undefined) return false
    if (made.sha256 !== wish.sha256) throw new Error('another file was kept than was sent')
    wish.attachmentId = made.attachment_id
    wish.file = undefined
    this.acknowledged++
    return true
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
}

function pdf(): Buffer {
  const size = LEAST + Math.floor(Math.random() ** 3 * (MOST - LEAST))
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.from(randomBytes(size / 2).toString('hex')),
    Buffer.from('\n%%EOF\n'),
  ])
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
