import type { Checkpoint } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { SEEN } from './checkpoint.js'
import { divergedSentence, isDiverged } from './diverged.js'
import type { Projection } from './projection.js'
import type { StatusLog } from './standing.js'

/** @throws Error with a sentence for each read model that has seen events which the log does not hold */
export async function checkReadModels(
  pool: Pool,
  store: StatusLog,
  projections: readonly Projection<unknown>[],
): Promise<void> {
  const { rows } = await pool.query<Checkpoint & { readonly name: string }>({
    name: 'check read models',
    text: `select name, position, ${SEEN} as seen from projections.checkpoints where name = any($1)`,
    values: [projections.map(({ name }) => name)],
  })
  const sentences = await Promise.all(
    rows.map(async (row) => ((await isDiverged(store, row)) ? [divergedSentence(row.name)] : [])),
  )
  if (sentences.flat().length > 0) throw new Error(sentences.flat().join(' '))
}
