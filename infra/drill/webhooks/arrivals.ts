import { createHash } from 'node:crypto'

/** A notification as it came in. */
export interface Arrival {
  readonly webhookId: string
  readonly eventId: string
  readonly noteId: string
  readonly version: number
  readonly body: Buffer
}

interface Told {
  readonly noteId: string
  readonly version: number
  readonly webhookId: string
  readonly hash: string
  /** when it was accepted last, milliseconds since 1970 */
  lastAt: number
  /** the how manieth event to be accepted */
  acceptedAs: number | undefined
}

/** What an endpoint was told, event by event. */
export class Arrivals {
  readonly #told = new Map<string, Told>()
  #accepted = 0
  count = 0
  /** repeats that were not what came before */
  readonly faults = { otherId: 0, otherBytes: 0 }

  add({ webhookId, eventId, noteId, version, body }: Arrival): void {
    this.count++
    const hash = createHash('sha256').update(body.toString('latin1')).digest('hex')
    const told = this.#told.get(eventId) ?? {
      ...{ noteId, version, webhookId, hash, lastAt: 0, acceptedAs: undefined },
    }
    this.#told.set(eventId, told)
    if (told.webhookId !== webhookId) this.faults.otherId++
    if (told.hash !== hash) this.faults.otherBytes++
  }

  /** The receiver took an event and could say so. What it said to somebody who was killed does not count. */
  accept(eventId: string): void {
    const told = this.#told.get(eventId)
    if (told === undefined) return
    told.acceptedAs ??= ++this.#accepted
    told.lastAt = Date.now()
  }

  wasAccepted(eventId: string): boolean {
    return this.#told.get(eventId)?.acceptedAs !== undefined
  }

  /** When an event was accepted last, milliseconds since 1970; 0 when it never was. */
  lastAt(eventId: string): number {
    return this.#told.get(eventId)?.lastAt ?? 0
  }

  get repeats(): number {
    return this.count - this.#told.size
  }

  /** Webhook ids of what was first accepted after something later of the same note. */
  outOfOrder(): readonly string[] {
    const notes = new Map<string, Told[]>()
    for (const told of this.#told.values()) {
      const note = notes.get(told.noteId)
      if (note) note.push(told)
      else notes.set(told.noteId, [told])
    }
    return [...notes.values()].flatMap(overtaken)
  }
}

function overtaken(note: Told[]): readonly string[] {
  let first = Number.POSITIVE_INFINITY
  const late: string[] = []
  for (const { acceptedAs, webhookId } of note.sort((a, b) => b.version - a.version)) {
    if (acceptedAs === undefined) continue
    if (acceptedAs > first) late.push(webhookId)
    first = Math.min(first, acceptedAs)
  }
  return late
}
