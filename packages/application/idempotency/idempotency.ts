import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@ecmr/domain'
import { contentHash } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { v5 as uuidv5 } from 'uuid'
import { type CommandIds, findKey, type KeptAnswer, keepAnswer, recordKey } from './key-table.js'

/** What makes repeats of a command known: a key that the client chose, the form that was sent, or the command it is part of. */
export type CommandKey = ClientKey | FormKey | PartKey

/** A key is kept for 48 hours; with another request it is refused. */
export interface ClientKey {
  readonly from: 'client'
  readonly key: string
  /** what is asked for */
  readonly request: JsonValue
}

/**
 * One of our forms. The same form sent again, by a double click, a reload or after a lost answer, is the same command.
 * The user is part of it, so that users cannot take each other's ids; the content is too, so that a form that was
 * corrected is a new command.
 */
export interface FormKey {
  readonly from: 'form'
  readonly user: string
  /** such as `sign` */
  readonly action: string
  /** the note that it is about; none yet on creation */
  readonly note?: string
  /** UUID in a hidden field */
  readonly once: string
  /** the content of the form */
  readonly says: unknown
}

/**
 * One of several commands that were sent together under a key. Its ids are derived from those of the whole, so nothing more is
 * stored, and on the first run nothing more is read.
 */
export interface PartKey {
  readonly from: 'part'
  readonly whole: Pick<Attempt, 'commandId' | 'isRepeat'>
  /** its place among the parts, from 0 */
  readonly index: number
}

/** One run of a command. */
export interface Attempt extends CommandIds {
  /** it may have run before, wholly or not at all */
  readonly isRepeat: boolean
  /** the answer of an earlier run that appended nothing */
  readonly keptAnswer: KeptAnswer | null
  /** Keeps the answer of a run that appends nothing, when there is a client's key to keep it with. */
  keep(answer: KeptAnswer): Promise<void>
}

export type Attempted<Answer> =
  | { readonly ran: true; readonly answer: Answer }
  | { readonly ran: false; readonly outcome: 'key_reused' | 'key_in_flight' }

type NoteIds = Pick<CommandIds, 'noteId' | 'ecmrNumber'>

/** Runs commands so that their repeats change nothing more. */
export interface Idempotency {
  /**
   * @param key absent: each run is a new command, which costs no query
   * @param reserve the ids of a new note; called only when it is the first run
   */
  run<Answer>(
    company: string,
    key: CommandKey | undefined,
    work: (attempt: Attempt) => Promise<Answer>,
    reserve?: () => Promise<NoteIds>,
  ): Promise<Attempted<Answer>>
  /** The note that an earlier request with a key was to create, whether it was created or not. */
  noteOf(company: string, key: CommandKey): Promise<string | undefined>
}

const noNote = async (): Promise<NoteIds> => ({ noteId: null, ecmrNumber: null })
const keepNothing = async (): Promise<void> => undefined

/** One run at a time for each client's key within this process; across processes repeats share their ids. */
export function idempotency(pool: Pool): Idempotency {
  const inFlight = new Set<string>()

  async function attemptFor(
    company: string,
    { key, request }: ClientKey,
    reserve: () => Promise<NoteIds>,
  ): Promise<Attempt | 'key_reused' | 'key_in_flight'> {
    const requestHash = contentHash(request)
    const keep = (answer: KeptAnswer) => keepAnswer(pool, company, key, answer)
    let known = await findKey(pool, company, key)
    if (known === undefined) {
      const ids = { ...(await reserve()), commandId: randomUUID() }
      if (await recordKey(pool, company, key, { ...ids, requestHash }))
        return { ...ids, isRepeat: false, keptAnswer: null, keep }
      // Another process was faster; under its ids both append the same events once.
      known = await findKey(pool, company, key)
    }
    if (known === undefined) return 'key_in_flight'
    return known.requestHash === requestHash ? { ...known, isRepeat: true, keep } : 'key_reused'
  }

  return {
    async noteOf(company, key) {
      if (key.from === 'form') return idsOfForm(company, key).noteId
      if (key.from === 'part') return key.whole.isRepeat ? idsOfPart(key).noteId : undefined
      const known = await findKey(pool, company, key.key)
      return known?.requestHash === contentHash(key.request) ? (known.noteId ?? undefined) : undefined
    },
    async run(company, key, work, reserve = noNote) {
      if (key === undefined) {
        const ids = { ...(await reserve()), commandId: randomUUID() }
        return done(await work({ ...ids, isRepeat: false, keptAnswer: null, keep: keepNothing }))
      }
      if (key.from === 'form') {
        const ids = { ...(await reserve()), ...idsOfForm(company, key) }
        return done(await work({ ...ids, isRepeat: true, keptAnswer: null, keep: keepNothing }))
      }
      if (key.from === 'part') {
        const { isRepeat } = key.whole
        const ids = { ...(await reserve()), ...idsOfPart(key) }
        return done(await work({ ...ids, isRepeat, keptAnswer: null, keep: keepNothing }))
      }
      const name = `${company} ${key.key}`
      if (inFlight.has(name)) return { ran: false, outcome: 'key_in_flight' }
      inFlight.add(name)
      try {
        const attempt = await attemptFor(company, key, reserve)
        return typeof attempt === 'string' ? { ran: false, outcome: attempt } : done(await work(attempt))
      } finally {
        inFlight.delete(name)
      }
    },
  }
}

function done<Answer>(answer: Answer): Attempted<Answer> {
  return { ran: true, answer }
}

const FORMS = '8d4a1f0e-6f0b-4e0c-9a53-3c1f5b7e2d64'

/** The ids of what a form does: derived from it, so nothing has to be stored. The note's id does not depend on the content. */
export function idsOfForm(
  company: string,
  { user, action, note, once, says }: FormKey,
): { readonly commandId: string; readonly noteId: string } {
  const form = [company, user, action, note ?? '', once.toLowerCase()]
  return {
    commandId: uuidv5(JSON.stringify([...form, says]), FORMS),
    noteId: uuidv5(JSON.stringify(form), FORMS),
  }
}

/** The whole's id is random, so parts of different commands never share theirs. */
function idsOfPart({ whole, index }: PartKey): { readonly commandId: string; readonly noteId: string } {
  return {
    commandId: uuidv5(`command ${index}`, whole.commandId),
    noteId: uuidv5(`note ${index}`, whole.commandId),
  }
}
