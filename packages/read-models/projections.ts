import { migrationsRight, type Right } from '@ecmr/postgres'
import { liveSchema, type Projection } from '@ecmr/projections'
import { documentsProjection } from './documents/projector.js'
import { historyProjection } from './history/projector.js'
import { listProjection } from './list/projector.js'
import { readsProjection } from './reads/projector.js'
import { sharesProjection } from './shares/projector.js'
import { statesProjection } from './states/projector.js'
import { trackingProjection } from './tracking/projector.js'

/** Every read model, by the question it answers. */
export const projections: readonly Projection<unknown>[] = [
  listProjection,
  statesProjection,
  trackingProjection,
  historyProjection,
  documentsProjection,
  readsProjection,
  sharesProjection,
]

/** What assistants are answered from. Who fetched a document is none of their business. */
const read = [listProjection, statesProjection, trackingProjection, historyProjection, sharesProjection]

/** The rights of a process that only reads: the read models of notes, and how far all have come. */
export const readingRights: readonly Right[] = [
  migrationsRight('projections'),
  ...read.map(({ name }): Right => ({ on: `${liveSchema(name)}.*`, may: 'select' })),
  { on: 'projections.checkpoints', may: 'select' },
  { on: 'projections.lag', may: 'select' },
]
