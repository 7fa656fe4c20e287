import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Static, Type } from '@sinclair/typebox'
import { bodyOf, exampleNote, send, sendAnyway } from '../../harness/requests.js'

const entry = Type.Object({
  n: Type.Integer(),
  document_id: Type.String(),
  version: Type.Integer(),
  sha256: Type.String(),
  url: Type.String(),
})
type Entry = Static<typeof entry>
const made = Type.Object({ id: Type.String() })
const page = Type.Object({ data: Type.Array(entry) })

/** How long someone waits after a request that got no answer. */
const PAUSE_MS = 250

/** A note with what was acknowledged of its documents. */
interface Issued {
  readonly id: string
  readonly entries: Entry[]
}

/** People who issue documents, change their notes and issue again, without pause; and officers who fetch what they find. */
export class Issuers {
  readonly #notes: Issued[] = []
  /** what each address served, by SHA-256 */
  readonly #served = new Map<string, Set<string>>()
  #running: Promise<void>[] = []
  readonly #closing = new AbortController()
  #calls = 0
  acknowledged = 0
  fetched = 0
  /** answers of an address that were neither the document nor "not now" */
  wrong = 0
  /** no answer, or "not now" */
  unanswered = 0

  constructor(
    private readonly apis: readonly string[],
    private readonly inspections: readonly string[],
    private readonly key: string,
  ) {}

  start(issuers: number, officers: number): void {
    this.#running = [
      ...Array.from({ length: issuers }, () => this.#repeat(() => this.#issue())),
      ...Array.from({ length: officers }, () => this.#repeat(() => this.#fetchAny())),
    ]
  }

  async stop(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#running)
  }

  /** Fetches every document once; how many addresses did not serve one. */
  async fetchAll(): Promise<number> {
    let failed = 0
    for (const { entries } of this.#notes) {
      const last = entries.at(-1)
      if (last && !(await this.#fetch(last.url))) failed++
    }
    return failed
  }

  /** Compares what was acknowledged and what was served with what the event log holds. */
  async check(): Promise<{ readonly lost: number; readonly notOfAnEvent: number; readonly issued: number }> {
    let [lost, notOfAnEvent, issued] = [0, 0, 0]
    for (const { id, entries } of this.#notes) {
      const answer = await this.#send(`/api/ecmrs/${id}/documents?limit=100`)
      if (!answer) throw new Error('the documents are not listed')
      const recorded = (await bodyOf(answer, page)).data
      issued += recorded.length
      const known = new Set(recorded.map(({ sha256 }) => sha256))
      lost += entries.filter(({ sha256 }) => !known.has(sha256)).length
      const addresses = new Set(recorded.map(({ url }) => tokenOf(url)))
      for (const token of addresses)
        for (const sha256 of this.#served.get(token) ?? []) if (!known.has(sha256)) notOfAnEvent++
    }
    return { lost, notOfAnEvent, issued }
  }

  async #repeat(work: () => Promise<boolean>): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted)
      if (!(await work())) await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }

  /** A note, its document, a change that the service issues a version for by itself, and a version that is asked for. */
  async #issue(): Promise<boolean> {
    const create = await this.#send('/api/ecmrs', { ...exampleNote, reference: randomUUID() })
    if (!create) return false
    const { id } = await bodyOf(create, made)
    const note: Issued = { id, entries: [] }
    this.#notes.push(note)
    for (const body of [{}, { reason: 'a copy for the driver' }]) {
      const answer = await this.#send(`/api/ecmrs/${id}/documents`, body)
      if (!answer) return false
      note.entries.push(await bodyOf(answer, entry))
      this.acknowledged++
      const url = `${this.#api()}/api/ecmrs/${id}`
      await sendAnyway(url, this.key, { method: 'PATCH', body: { vehicle_plate: plate() } })
    }
    return true
  }

  async #fetchAny(): Promise<boolean> {
    const issued = this.#notes.filter(({ entries }) => entries.length > 0)
    const any = issued[Math.floor(Math.random() * issued.length)]?.entries.at(-1)
    return any !== undefined && this.#fetch(any.url)
  }

  async #fetch(url: string): Promise<boolean> {
    const origin = this.inspections[this.#calls++ % this.inspections.length]
    const token = tokenOf(url)
    const answer = await fetch(`${origin}/d/${token}`).catch(() => undefined)
    if (!answer || answer.status === 503 || answer.status === 429) {
      this.unanswered++
      return false
    }
    if (answer.status !== 200) {
      this.wrong++
      return false
    }
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const served = this.#served.get(token) ?? new Set()
    this.#served.set(token, served.add(createHash('sha256').update(bytes).digest('hex')))
    this.fetched++
    return true
  }

  #api(): string {
    return this.apis[this.#calls++ % this.apis.length] ?? ''
  }

  /** An answer; undefined when there is none, or when the service says that this cannot be done now. */
  async #send(path: string, body?: object): Promise<Response | undefined> {
    const answer = await send(`${this.#api()}${path}`, this.key, { body }).catch(() => undefined)
    if (!answer || answer.status === 503 || answer.status === 409) return undefined
    if (answer.ok) return answer
    throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
}

function tokenOf(url: string): string {
  return url.split('/').at(-1) ?? ''
}

function plate(): string {
  return `${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')} BCD`
}
