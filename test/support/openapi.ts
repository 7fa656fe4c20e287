import { formats } from '@ecmr/domain'
import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer, TestApi } from './api.js'

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly required?: boolean }
  readonly responses: Readonly<Record<string, object>>
}

/** a type, since interfaces are no records */
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** An OpenAPI document as something to hold answers against. */
export interface Described {
  readonly document: Document
  readonly operations: readonly {
    readonly method: string
    readonly path: string
    readonly operation: Operation
  }[]
  /** what the document does not say about an answer; empty when it is as described */
  contradictions(method: string, url: string, answer: Answer): readonly string[]
}

/** Fetches and reads the document of an api. Parameters and answers stand in the operations, not in the components. */
export async function describedBy(api: Pick<TestApi, 'call'>): Promise<Described> {
  const published: unknown = (await api.call('GET', '/api/openapi.json')).json()
  const document = withoutReferences(published, published)
  if (!isDocument(document) || !isDocument(published)) throw new Error('no OpenAPI document')
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv, ['uuid', 'uri', 'date-time'])
  for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate)
  ajv.addSchema(closed(document), 'openapi.json')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return {
    document: published,
    operations,
    contradictions(method, url, answer) {
      const asked = operations.find((each) => each.method === method.toLowerCase() && matches(each.path, url))
      if (asked === undefined) return [`${method} ${url} is not described`]
      const described = asked.operation.responses[answer.status]
      if (described === undefined) return [`${asked.method} ${asked.path} does not describe ${answer.status}`]
      const headers = contradictingHeaders(described, answer)
      if (headers.length > 0) return headers
      const type = answer.headers['content-type']?.split(';', 1)[0]
      if (type === undefined) return answer.text === '' ? [] : ['a body without a content type']
      const pointer = [
        'paths',
        asked.path,
        asked.method,
        'responses',
        answer.status,
        'content',
        type,
        'schema',
      ]
      const validate = ajv.getSchema(`openapi.json#/${pointer.map(escaped).join('/')}`)
      if (validate === undefined)
        return [`${asked.method} ${asked.path} ${answer.status} does not describe ${type}`]
      const body = /\bjson$/.test(type) ? answer.json() : answer.text
      return validate(body) === true ? [] : (validate.errors ?? []).map(words)
    },
  }
}

const IN_PLACE = /^#\/components\/(parameters|responses|headers)\//

/** Puts shared parameters, answers and headers where they are referred to; schemas stay references. */
function withoutReferences(node: unknown, root: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => withoutReferences(each, root))
  if (typeof node !== 'object' || node === null) return node
  const { $ref } = Object(node)
  if (typeof $ref === 'string' && IN_PLACE.test($ref)) return withoutReferences(pointed(root, $ref), root)
  return Object.fromEntries(Object.entries(node).map(([name, each]) => [name, withoutReferences(each, root)]))
}

function pointed(root: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((node, name) => Object(node)[name], root)
}

/** Objects without a word on further members take none here: what an answer carries has to be described. */
function closed(document: object): object {
  return JSON.parse(JSON.stringify(document), (name, value) =>
    value?.type === 'object' &&
    'properties' in value &&
    !('additionalProperties' in value) &&
    name !== 'properties'
      ? { ...value, additionalProperties: false }
      : value,
  )
}

const ALWAYS_DESCRIBED = [
  'x-request-id',
  'ratelimit-limit',
  'retry-after',
  'www-authenticate',
  'etag',
  'location',
  'idempotent-replayed',
]
const DESCRIBED_ON_SUCCESS = [
  'link',
  'x-position',
  'x-projection-lag',
  'x-storage-warning',
  'content-disposition',
]

/** Headers that an answer has and its description has not, or lacks although it must have them. */
function contradictingHeaders(described: object, { status, headers }: Answer): readonly string[] {
  const said: Readonly<Record<string, { required?: boolean }>> = Object(described).headers ?? {}
  const names = new Set(Object.keys(said).map((name) => name.toLowerCase()))
  const looked = status < 400 ? [...ALWAYS_DESCRIBED, ...DESCRIBED_ON_SUCCESS] : ALWAYS_DESCRIBED
  return [
    ...looked
      .filter((name) => headers[name] !== undefined && !names.has(name))
      .map((name) => `${name} is not described`),
    ...Object.entries(said)
      .filter(([name, { required }]) => required && headers[name.toLowerCase()] === undefined)
      .map(([name]) => `${name} is missing`),
  ]
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && 'paths' in value
}

function matches(template: string, url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path) && !isLiteral(template, path)
}

/** `/api/ecmrs/validate` is an address of its own, no note called validate. */
function isLiteral(template: string, path: string): boolean {
  return template === '/api/ecmrs/{id}' && path === '/api/ecmrs/validate'
}

function escaped(part: string | number): string {
  return encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))
}

function words({ instancePath, message }: ErrorObject): string {
  return `${instancePath} ${message}`
}
