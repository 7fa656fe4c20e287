import { randomUUID } from 'node:crypto'
import type { CommandOutcome, CommandRequest } from '@ecmr/application'
import { actingFor, type EcmrCommand } from '@ecmr/domain'
import type { Actor, EventStore } from '@ecmr/event-store'
import { v7 as uuidv7 } from 'uuid'

export const company = actingFor('company-1')

export const actor: Actor = { kind: 'api_key', id: 'key-1', company_id: company }

export function create(id: string): EcmrCommand {
  return {
    type: 'create',
    id,
    ecmr_number: 'ECMR-2026-ABCDEFGH1-X',
    company_id: company,
    policy: 'lenient',
    fields: {
      sender_company_name: 'Conservas del Ebro',
      sender_address: 'Polígono 4',
      sender_city: 'Zaragoza',
      receiver_company_name: 'Lyon Primeurs',
      receiver_address: '12 rue de la République',
      receiver_city: 'Lyon',
      goods_description: '24 palets de conservas',
      pickup_date: '2026-11-03',
    },
  }
}

export function editNotes(notes: string): EcmrCommand {
  return { type: 'edit', changes: { notes } }
}

/** A request to create a note; with an id given, one about that note. */
export function request(different: Partial<CommandRequest> = {}): CommandRequest {
  const id = different.id ?? uuidv7()
  return {
    id,
    company,
    commandId: randomUUID(),
    commands: [create(id)],
    actor,
    correlationId: 'correlation-1',
    ...different,
  }
}

export function accepted(outcome: CommandOutcome): Extract<CommandOutcome, { outcome: 'accepted' }> {
  if (outcome.outcome === 'accepted') return outcome
  throw new Error(`not accepted: ${JSON.stringify(outcome)}`)
}

/** A store whose append can be made to misbehave. */
export function withAppend(
  store: EventStore,
  append: (...args: Parameters<EventStore['append']>) => ReturnType<EventStore['append']>,
): EventStore {
  return { ...store, append }
}
