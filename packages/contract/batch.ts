import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { complianceView } from './compliance.js'
import { createEcmrRequest, createFromRegistersRequest, namesEntries } from './create-ecmr.js'
import { createExample } from './examples.js'
import { closed, list } from './json-schema.js'
import { problemView } from './problem.js'
import { ecmrRecord } from './record.js'

/** The most notes of a batch. */
export const MOST_ITEMS = 100

const idempotency_key = Type.Optional(
  Type.String({
    description:
      'Means what the header Idempotency-Key means to POST /api/ecmrs: the same key with the same note creates one note, in whatever batch, or by itself. Without it, the key of the batch counts',
    pattern: '^[!-~]([ -~]{0,253}[!-~])?$',
  }),
)

/** One note of a batch: what a creation by itself takes, and its key. */
export const batchItem = Type.Object(
  { ...createEcmrRequest.properties, idempotency_key },
  {
    additionalProperties: false,
    title: 'BatchItem',
    description: 'A new consignment note of a batch; its first eight fields are required',
  },
)

/** The same with ids of the registers. */
export const batchItemFromRegisters = Type.Object(
  { ...createFromRegistersRequest.properties, idempotency_key },
  {
    additionalProperties: false,
    title: 'BatchItemFromRegisters',
    description: 'A new consignment note of a batch that takes values from the registers of your company',
  },
)

/** The schema that an item of a batch is held against. */
export function batchItemSchemaFor(item: unknown): TSchema {
  return namesEntries(item) ? batchItemFromRegisters : batchItem
}

const batchOf = <Item extends Parameters<typeof list>[0]>(item: Item) =>
  closed(
    {
      items: list(item, {
        minItems: 1,
        maxItems: MOST_ITEMS,
        description: 'The notes to create; each is judged and created by itself',
      }),
      dry_run: Type.Optional(
        Type.Boolean({ description: 'true: say what would become of each note, and create none' }),
      ),
    },
    { title: 'Batch', description: 'Notes to be created with one request' },
  )

/** Body of `POST /api/ecmrs/batch`. */
export const batchRequest = Object.assign(batchOf(Type.Union([batchItem, batchItemFromRegisters])), {
  examples: [{ items: [createExample, { ...createExample, idempotency_key: 'PED-2026-0418' }] }],
})

/** The same without a word about what stands in it: a wrong item is an answer of its own. */
export const batchEnvelope = batchOf(Type.Unknown())

const batchResult = closed(
  {
    index: Type.Integer({ description: 'The place of the note in the batch, from 0' }),
    status: Type.Integer({
      description:
        'What a request of its own would be answered with: 201 created; 200 it would be created (dry_run); else as the problem says',
    }),
    replayed: Type.Optional(
      Type.Boolean({ description: 'true: created before, with this key; nothing was done again' }),
    ),
    note: Type.Optional(ecmrRecord),
    compliance: Type.Optional(complianceView),
    problem: Type.Optional(problemView),
    retry_after: Type.Optional(
      Type.Integer({ description: 'Seconds after which a repetition of this note makes sense' }),
    ),
  },
  { title: 'BatchResult', description: 'What became of one note of a batch' },
)
export type BatchResult = Static<typeof batchResult>

/** Answer of `POST /api/ecmrs/batch`. */
export const batchAnswer = closed(
  {
    results: list(batchResult, { description: 'One for each item, in the same order' }),
    created: Type.Integer({ description: 'How many of the notes exist now; 0 for a dry run' }),
    failed: Type.Integer({ description: 'How many have a problem' }),
  },
  { title: 'BatchAnswer', description: 'What became of the notes of a batch' },
)
