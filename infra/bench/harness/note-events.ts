import { randomUUID } from 'node:crypto'
import type { NewEvent } from '@ecmr/event-store'
import { exampleNote } from '../../harness/example-note.js'

/** The company that owns every note of `noteEvent`. */
export const BENCH_COMPANY = 'bench'

/** An event that creates a note, or edits it, as commands would record it. */
export function noteEvent(id: string, type: 'EcmrCreated' | 'EcmrEdited' = 'EcmrCreated'): NewEvent {
  const created = {
    id,
    ecmr_number: 'ECMR-2026-ABCDEFGHJ-K',
    company_id: BENCH_COMPANY,
    policy: 'lenient',
    fields: exampleNote,
  }
  const edited = { changes: [{ field: 'reference', from: exampleNote.reference, to: 'PED-2026-00418' }] }
  return {
    id: randomUUID(),
    type,
    data: type === 'EcmrCreated' ? created : edited,
    metadata: {
      $correlationId: id,
      $causationId: id,
      actor: { kind: 'system', id: 'bench', name: 'bench', company_id: BENCH_COMPANY },
      command_id: id,
      schema_version: 1,
      recorded_at: new Date().toISOString(),
      company_id: BENCH_COMPANY,
      ecmr_number: created.ecmr_number,
      status: 'draft',
      prev_hash: null,
      hash: '0'.repeat(64),
    },
  }
}
