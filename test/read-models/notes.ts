import { createHash, randomBytes } from 'node:crypto'
import { actingFor, decide, type EcmrCommand, type EcmrFields, ecmrNumber, type Note } from '@ecmr/domain'
import type { EventStore, NewEvent } from '@ecmr/event-store'
import { v5, v7 } from 'uuid'

export const acme = actingFor('0198aaaa-0000-7000-8000-00000000acc0')
export const rival = actingFor('0198aaaa-0000-7000-8000-00000000bad0')

export const someFields: EcmrFields = {
  sender_company_name: 'Frutas del Sur, S.L.',
  sender_address: 'Calle Ancha 1',
  sender_city: 'Cádiz',
  receiver_company_name: 'Müller & Söhne GmbH',
  receiver_address: 'Hauptstraße 9',
  receiver_city: 'München',
  goods_description: 'Naranjas de mesa, 33 palets',
  pickup_date: '2026-10-05',
}

export interface Created {
  readonly id: string
  readonly number: string
  readonly stream: string
}

interface Creation {
  readonly company?: string
  readonly fields?: Partial<EcmrFields>
  readonly number?: string
  readonly at?: string
}

const hash = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** A writer of consignment notes into an event log, as the service does. */
export class Writer {
  readonly #store: EventStore
  readonly #notes = new Map<string, Note>()
  #now = Date.parse('2026-10-01T08:00:00.000Z')

  constructor(store: EventStore) {
    this.#store = store
  }

  async create({ company = acme, fields = {}, at, number }: Creation = {}): Promise<Created> {
    const id = v7()
    const ecmr_number = number ?? ecmrNumber(2026, new Uint8Array(randomBytes(9)))
    const all = { ...someFields, ...fields }
    await this.send(
      id,
      [{ type: 'create', id, ecmr_number, company_id: company, policy: 'lenient', fields: all }],
      at,
    )
    return { id, number: ecmr_number, stream: `ecmr-${id}` }
  }

  /** Decides the commands and appends what comes of them. A refused command is a fault of the test. */
  async send(id: string, commands: readonly EcmrCommand[], at?: string): Promise<void> {
    if (!(await this.trySend(id, commands, at))) throw new Error(`refused: ${JSON.stringify(commands)}`)
  }

  /** The same, for commands made at random. */
  async trySend(id: string, commands: readonly EcmrCommand[], at?: string): Promise<boolean> {
    const before = this.#notes.get(id) ?? null
    this.#now += 1_000
    const decision = decide(before, commands, {
      now: at ?? new Date(this.#now).toISOString(),
      hash,
      commit: () => '',
    })
    if (!decision.ok || !decision.note) return false
    const { note, events } = decision
    const made = events.map(({ type, data, at: recordedAt }, index) =>
      newEvent(note, type, { ...data }, recordedAt, (before?.version ?? 0) + index),
    )
    const expected = before ? before.version - 1 : 'no_stream'
    const result = await this.#store.append(`ecmr-${id}`, expected, made)
    if (!result.ok) throw new Error('someone else has written to this note')
    this.#notes.set(id, note)
    return true
  }

  /** Appends something that the domain would never have decided. */
  async sendRaw(note: Created, type: string, data: NewEvent['data']): Promise<void> {
    const known = await this.#store.readStream(note.stream)
    const revision = known.length
    const metadata = known[0]?.metadata
    if (!metadata) throw new Error('no such note')
    const event = { id: v5(`${note.id} ${revision}`, v5.URL), type, data, metadata }
    await this.#store.append(note.stream, revision - 1, [event])
  }
}

function newEvent(note: Note, type: string, data: NewEvent['data'], at: string, revision: number): NewEvent {
  const id = v5(`${note.id} ${revision}`, v5.URL)
  return {
    id,
    type,
    data,
    metadata: {
      $correlationId: id,
      $causationId: id,
      actor: { kind: 'api_key', id: 'k1', name: 'ERP', company_id: note.company_id },
      command_id: id,
      schema_version: 1,
      recorded_at: at,
      company_id: note.company_id,
      ecmr_number: note.ecmr_number,
      status: note.status,
      prev_hash: revision === 0 ? null : hash(`${note.id} ${revision - 1}`),
      hash: hash(`${note.id} ${revision}`),
    },
  }
}
