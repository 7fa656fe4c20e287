import { randomUUID } from 'node:crypto'
import type { EcmrEventData, JsonObject } from '@ecmr/domain'
import type { NewEvent } from '@ecmr/event-store'
import type { NotableEvent } from '@ecmr/webhooks'
import { exampleNote } from '../../harness/requests.js'

/** The company that owns every note of `noteEvent`. */
export const BENCH_COMPANY = 'bench'

/** An event that creates a note, or edits it, as commands would record it. */
export function noteEvent(id: string, type: 'EcmrCreated' | 'EcmrEdited' = 'EcmrCreated'): NewEvent {
  const edited = { changes: [{ field: 'reference', from: exampleNote.reference, to: 'PED-2026-00418' }] }
  return {
    id: randomUUID(),
    type,
    data: type === 'EcmrCreated' ? dataOf(type, id, BENCH_COMPANY) : edited,
    metadata: {
      $correlationId: id,
      $causationId: id,
      actor: { kind: 'system', id: 'bench', company_id: BENCH_COMPANY },
      command_id: id,
      schema_version: 1,
      recorded_at: new Date().toISOString(),
      company_id: BENCH_COMPANY,
      ecmr_number: ECMR_NUMBER,
      status: 'draft',
      prev_hash: null,
      hash: HASH,
    },
  }
}

const SIDE_BY_SIDE = 64
const HASH = '0'.repeat(64)
const ECMR_NUMBER = 'ECMR-2026-ABCDEFGHJ-K'

type Step = 'EcmrCreated' | 'EcmrSigned' | 'DeliveryConfirmed' | 'IncidentReported'

const steps: readonly Step[] = ['EcmrCreated', 'EcmrSigned', 'DeliveryConfirmed', 'IncidentReported']

/** How many events each note has, all of which webhooks tell of. */
export const EVENTS_PER_NOTE = steps.length

/**
 * What happens to so many notes of these companies in turn, as it stands in a log in which 64 notes go on side by side.
 */
export function* noteHistories(companies: readonly string[], notes: number): Generator<NotableEvent> {
  let position = 0
  for (let first = 0; first < notes; first += SIDE_BY_SIDE) {
    const ids = Array.from({ length: Math.min(SIDE_BY_SIDE, notes - first) }, () => randomUUID())
    for (const [revision, type] of steps.entries())
      for (const [index, id] of ids.entries()) {
        const company = companies[(first + index) % companies.length] ?? ''
        yield {
          id: randomUUID(),
          type,
          stream: `ecmr-${id}`,
          revision,
          position: String(++position).padStart(16, '0'),
          data: dataOf(type, id, company),
          metadata: {
            recorded_at: new Date().toISOString(),
            schema_version: 1,
            company_id: company,
            ecmr_number: ECMR_NUMBER,
            status: 'draft',
          },
        }
      }
  }
}

function dataOf(type: Step, id: string, company: string): JsonObject {
  switch (type) {
    case 'EcmrCreated':
      return { id, ecmr_number: ECMR_NUMBER, company_id: company, policy: 'lenient', fields: exampleNote }
    case 'EcmrSigned':
      return { ...signed }
    case 'DeliveryConfirmed':
      return { delivered_at: '2026-12-04T10:00:00.000Z', place: 'Perpignan' }
    case 'IncidentReported':
      return { ...incident, incident_id: id }
  }
}

const signed: EcmrEventData['EcmrSigned'] & JsonObject = {
  role: 'sender',
  signer_name: 'Ana Gil',
  method: 'drawn',
  level: 'simple',
  content_hash: HASH,
  signature_hash: HASH,
  previous_signature_hash: null,
}

const incident = {
  type: 'damage',
  severity: 'high',
  description: 'Dos palés mojados',
  occurred_at: '2026-12-03T10:00:00.000Z',
}
