import { randomUUID } from 'node:crypto'
import type { Company } from '@ecmr/accounts'
import { createExample } from '@ecmr/contract'
import { actingFor, type EcmrCommand, type EcmrFields, type Note } from '@ecmr/domain'
import type { TestPanel } from '../support/panel.js'

/** Writes notes as the REST interface would, for pages to show. */
export interface NoteWriter {
  create(fields?: Partial<EcmrFields>, company?: Company): Promise<Note>
  /** decides commands together, as one request would */
  write(note: Pick<Note, 'id' | 'company_id'>, ...commands: readonly EcmrCommand[]): Promise<Note>
}

export function noteWriter(
  { dependencies, haulier }: Pick<TestPanel, 'dependencies' | 'haulier'>,
  actorName = 'Lucía Fernández',
): NoteWriter {
  const { commands, numbers } = dependencies
  const write: NoteWriter['write'] = async ({ id, company_id }, ...list) => {
    const outcome = await commands.handle({
      id,
      company: actingFor(company_id),
      commandId: randomUUID(),
      commands: list,
      actor: { kind: 'user', id: randomUUID(), name: actorName, company_id },
      correlationId: randomUUID(),
    })
    if (outcome.outcome !== 'accepted') throw new Error(`refused: ${JSON.stringify(outcome)}`)
    return outcome.note
  }
  return {
    write,
    async create(fields = {}, company = haulier) {
      const id = randomUUID()
      return write(
        { id, company_id: company.id },
        {
          type: 'create',
          id,
          ecmr_number: await numbers.next(),
          company_id: company.id,
          policy: 'lenient',
          fields: { ...createExample, ...fields },
        },
      )
    },
  }
}
