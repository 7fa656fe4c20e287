import { hash } from 'node:crypto'
import { type Actor, appendFacts, type EventStore, type RecordedEvent } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { announceKey, logKeys } from '../checkpoints/log-keys.js'
import { signNote } from '../formats/signed-note.js'
import type { LogKey } from './log-key.js'

/** Events about the evidence itself stand in this stream. */
export const EVIDENCE_STREAM = 'evidence-log'
const KEY_CHANGED = 'EvidenceKeyChanged'

/** The old key cannot be followed by the new one; the message is a sentence. */
export class KeyNotChanged extends Error {
  override readonly name = 'KeyNotChanged'
}

/**
 * Announces in the event log that another key signs checkpoints from now on; the old key signs the name of the new one. The old one
 * goes on until the new one has signed for the first time. Repeating it does no harm.
 *
 * @param options.at the present
 * @throws KeyNotChanged when the old key is not the newest one of the log; StoreUnavailable
 */
export async function rotateKey(options: {
  readonly pool: Pool
  readonly store: Pick<EventStore, 'append' | 'readStream' | 'readStreamEnd'>
  readonly from: LogKey
  readonly to: LogKey
  readonly actor: Actor
  readonly at: Date
}): Promise<void> {
  const { pool, store, from, to, actor, at } = options
  if (from.vkey === to.vkey) throw new KeyNotChanged('The new key is the one that signs already.')
  const events = await store.readStream(EVIDENCE_STREAM)
  if (!events.some((event) => isChange(event, from.vkey, to.vkey))) {
    await requireNewest(pool, from.vkey)
    await appendFacts(store, { stream: EVIDENCE_STREAM, companyId: actor.company_id }, [
      changeOf(from, to, actor, at),
    ])
  }
  await announceKey(pool, [from.vkey, to.vkey])
}

function isChange({ type, data }: RecordedEvent, from: string, to: string): boolean {
  return type === KEY_CHANGED && data.old === from && data.new === to
}

async function requireNewest(pool: Pool, vkey: string): Promise<void> {
  const newest = (await logKeys(pool)).at(-1)
  if (newest !== undefined && newest.vkey !== vkey)
    throw new KeyNotChanged(
      `EVIDENCE_KEY_FILE holds ${vkey}, and the newest key of the log is ${newest.vkey}: let it name that one first.`,
    )
}

function changeOf(from: LogKey, to: LogKey, actor: Actor, at: Date) {
  const text = `evidence key changed\n${from.vkey}\n${to.vkey}\n`
  const id = idOf(text)
  return {
    id,
    type: KEY_CHANGED,
    at: at.toISOString(),
    data: { old: from.vkey, new: to.vkey, signature: signNote(text, from) },
    actor,
    commandId: id,
    correlationId: id,
  }
}

/** The same for the same change (UUID version 8, RFC 9562). */
function idOf(text: string): string {
  const hex = hash('sha256', text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
