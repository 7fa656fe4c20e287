import { randomBytes, randomUUID } from 'node:crypto'
import { recordOf } from '@ecmr/application'
import type { DocumentInput, DocumentNote } from '@ecmr/documents'
import { decide, type EcmrCommand, type EcmrFields } from '@ecmr/domain'
import { contentHash } from '@ecmr/event-store'
import { historyEntry } from '@ecmr/read-models'
import { exampleNote } from '../../harness/requests.js'

const SITE = 'https://notes.example.com'
const CREATED = '2026-12-01T08:00:00.000Z'

/** What documents of a note are made from: no two are the same. */
export function documentInputs(fields: Partial<EcmrFields> = {}): () => DocumentInput {
  const note = signedNote({ ...exampleNote, transport_type: 'international', ...fields })
  return () => ({
    ...{ kind: 'cmr', language: 'es', documentId: randomUUID(), version: 1 },
    ...{ url: `${SITE}/d/${randomBytes(32).toString('base64url')}`, proceduresUrl: `${SITE}/procedimientos` },
    ...{ createdAt: CREATED, modifiedAt: CREATED, notes: [note] },
  })
}

/** A note that sender and carrier have signed, as it is when the lorry leaves. */
function signedNote(fields: EcmrFields): DocumentNote {
  const id = randomUUID()
  const ecmr_number = 'ECMR-2026-000000417-3'
  const sign = (role: 'sender' | 'carrier'): EcmrCommand => ({
    type: 'sign',
    signature: { role, signer_name: 'Ana Ejemplo', method: 'typed', place: 'Jaén' },
  })
  const create = { type: 'create', id, ecmr_number, company_id: 'bench', policy: 'lenient', fields } as const
  const decision = decide(null, [create, sign('sender'), sign('carrier')], {
    now: CREATED,
    hash: contentHash,
    commit: () => '',
  })
  if (!decision.ok || decision.note === null) throw new Error('the note was not accepted')
  const history = decision.events.map(({ type, data }, revision) => entryOf(id, { type, data, revision }))
  return { record: recordOf(decision.note, 'es', SITE), history, noteVersion: history.length }
}

type Kept = Parameters<typeof historyEntry>[0]

function entryOf(
  ecmr_id: string,
  event: Pick<Kept, 'type' | 'data' | 'revision'>,
): ReturnType<typeof historyEntry> {
  const hash = contentHash(String(event.revision))
  const actor = { kind: 'user', id: 'bench', company_id: 'bench' } as const
  const metadata = {
    ...{ $correlationId: ecmr_id, $causationId: ecmr_id, command_id: ecmr_id, actor, schema_version: 1 },
    ...{
      company_id: 'bench',
      ecmr_number: 'ECMR-2026-000000417-3',
      recorded_at: CREATED,
      prev_hash: null,
      hash,
    },
  }
  return historyEntry({ ...event, ecmr_id, position: String(event.revision), metadata })
}
