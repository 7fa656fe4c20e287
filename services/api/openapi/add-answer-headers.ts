import { registers, registerWords } from '@ecmr/contract'
import { type AnswerHeader, answerHeaders } from './answer-headers.js'

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema?: object } | undefined>>
  headers?: object
}
interface Operation {
  readonly operationId?: string
  readonly security?: readonly unknown[]
  readonly responses?: Readonly<Record<string, Answer>>
}

/** Says of every answer of an OpenAPI document which headers it may carry, as references to its components. */
export function addAnswerHeaders<D extends { paths?: object | undefined; components?: object | undefined }>(
  document: D,
): D {
  for (const [path, operations] of Object.entries<Record<string, Operation>>({ ...document.paths })) {
    for (const [method, operation] of Object.entries(operations)) {
      for (const [status, answer] of Object.entries(operation.responses ?? {})) {
        const names = headersOf({ path, method, operation, status: Number(status), answer })
        answer.headers = Object.fromEntries(
          names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        )
      }
    }
  }
  document.components = { ...document.components, headers: answerHeaders }
  return document
}

interface Asked {
  readonly path: string
  readonly method: string
  readonly operation: Operation
  readonly status: number
  readonly answer: Answer
}

const RATES = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const
const CREATED: readonly number[] = [201, 202]
/** It names its delivery even when that is over already. */
const TEST = 'testWebhook'
/** Entries of registers. */
const ENTRIES: readonly string[] = registers.map((register) => registerWords(register).one)
const FILES = ['application/pdf', 'application/zip', 'text/csv']
const OF_THE_LOG = /^\/api\/(ecmrs|documents|events|tracking|usage)([/.]|$)/
/** Operations that lack a header which others like them have. */
const LACKS: Readonly<Record<string, readonly AnswerHeader[]>> = {
  readHealth: RATES,
  validateEcmr: ['Idempotent-Replayed', 'X-Position', 'X-Projection-Lag'],
  createEcmrBatch: ['Idempotent-Replayed', 'X-Projection-Lag'],
  readDocument: ['Idempotent-Replayed'],
  shareEcmrDocument: ['Idempotent-Replayed', 'Location'],
  closeEcmrDocument: ['Idempotent-Replayed'],
  listWebhooks: ['Link'],
  exportEcmrs: ['ETag'],
  ...Object.fromEntries(
    registers.flatMap((register) => [
      [`export${registerWords(register).many}`, ['ETag']],
      [`import${registerWords(register).many}`, ['Idempotent-Replayed']],
    ]),
  ),
}

function headersOf(asked: Asked): readonly AnswerHeader[] {
  const { operation, status } = asked
  const names: readonly AnswerHeader[] = [
    'X-Request-Id',
    ...RATES,
    ...(status < 400 ? ofSuccess(asked) : ofProblem(status)),
  ]
  const lacks = LACKS[operation.operationId ?? ''] ?? []
  return names.filter((name) => !lacks.includes(name))
}

function ofProblem(status: number): readonly AnswerHeader[] {
  switch (status) {
    case 401:
      return ['WWW-Authenticate']
    case 412:
      return ['ETag']
    case 409:
    case 429:
    case 503:
      return ['Retry-After']
    default:
      return []
  }
}

function ofSuccess({ path, method, operation, status, answer }: Asked): readonly AnswerHeader[] {
  const isWrite = method !== 'get' && operation.security?.length !== 0
  const { title, isPage, isFile } = kindOf(answer)
  const isRecord = title === 'ConsignmentNote' || title === 'ChangedNote'
  const hasTag =
    isRecord ||
    ENTRIES.includes(title ?? '') ||
    isFile ||
    status === 304 ||
    (method === 'post' && title === 'Document')
  return [
    ...(hasTag ? (['ETag'] as const) : []),
    ...(isFile ? (['Content-Disposition'] as const) : []),
    ...(CREATED.includes(status) || operation.operationId === TEST ? (['Location'] as const) : []),
    ...(isPage ? (['Link'] as const) : []),
    ...(OF_THE_LOG.test(path) ? (['X-Position', 'X-Projection-Lag'] as const) : []),
    ...(isWrite ? (['Idempotent-Replayed'] as const) : []),
    ...(isWrite && (isRecord || title === 'BatchAnswer') ? (['X-Storage-Warning'] as const) : []),
  ]
}

function kindOf({ content = {} }: Answer) {
  const schema: unknown = content['application/json']?.schema
  const { title, properties = {} } = isSchema(schema) ? schema : {}
  return {
    title,
    isPage: 'pagination' in properties,
    isFile: FILES.some((type) => type in content),
  }
}

function isSchema(schema: unknown): schema is { readonly title?: string; readonly properties?: object } {
  return typeof schema === 'object' && schema !== null
}
