import type { Tool } from './tool.js'

type ListedSchema = { readonly type: 'object'; readonly [keyword: string]: unknown }

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ListedSchema
  readonly outputSchema: ListedSchema
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: true
    readonly destructiveHint: false
    readonly idempotentHint: true
    readonly openWorldHint: false
  }
}

export function listedTool({ name, title, description, input, output }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: { ...asJson(input, saidOfArguments), type: 'object' },
    outputSchema: { ...asJson(output, saidOfAnswers), type: 'object' },
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }
}

// Models are given these schemas, and some take no regular expressions; our own check says what is wrong.
function saidOfArguments(this: unknown, keyword: string, value: unknown): unknown {
  return keyword === 'pattern' ? undefined : value
}

/**
 * Clients check answers by their shape. They do not know our formats; what was valid when it was recorded need
 * not be so by today's rules; and what a later version adds is to break none of them.
 */
const unsaid = new Set([
  'additionalProperties',
  'format',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'pattern',
])

// Among `properties` these may be names of our fields, which stand for schemas.
function saidOfAnswers(this: unknown, keyword: string, value: unknown): unknown {
  if (keyword === 'propertyNames') return undefined
  return unsaid.has(keyword) && typeof value !== 'object' ? undefined : value
}

// TypeBox keeps notes of its own in its schemas, under symbols, which JSON leaves out.
function asJson(schema: object, replacer: (this: unknown, keyword: string, value: unknown) => unknown) {
  const plain: Readonly<Record<string, unknown>> = JSON.parse(JSON.stringify(schema, replacer))
  return plain
}
