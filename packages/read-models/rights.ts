import type { Right } from '@ecmr/postgres'
import { liveSchema } from '@ecmr/projections'
import { projections } from './projections.js'

/** What whoever only asks questions needs: the read models, and how far they have come. */
export const readingRights: readonly Right[] = [
  ...projections.map(({ name }): Right => ({ on: `${liveSchema(name)}.*`, may: 'select' })),
  { on: 'projections.checkpoints', may: 'select' },
  { on: 'projections.lag', may: 'select' },
]
