import { formats } from '@ecmr/domain'
import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer, TestApi } from './api.js'

interface Operation {
  readonly operationId?: string
  readonly summary?: string
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

/** Fetches and reads the document of an api. */
export async function describedBy(api: Pick<TestApi, 'call'>): Promise<Described> {
  const document: unknown = (await api.call('GET', '/api/openapi.json')).json()
  if (!isDocument(document)) throw new Error('no OpenAPI document')
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv, ['uuid', 'uri', 'date-time'])
  for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate)
  ajv.addSchema(document, 'openapi.json')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return {
    document,
    operations,
    contradictions(method, url, answer) {
      const asked = operations.find((each) => each.method === method.toLowerCase() && matches(each.path, url))
      if (asked === undefined) return [`${method} ${url} is not described`]
      const described = asked.operation.responses[answer.status]
      if (described === undefined) return [`${asked.method} ${asked.path} does not describe ${answer.status}`]
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
