import type { OpenApiDocument, Operation } from './document.js'

/**
 * The client's methods, one for each operation below `/api`, as TypeScript. Parameters of the path come first, then the body,
 * then the query, then options.
 */
export function operationsSource(document: OpenApiDocument): string {
  const methods = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    .map((described) => methodOf(document, described))
  return `import type { Answer } from '../answer.js'
import type { Download } from '../download.js'
import { type Call, path } from '../http/call.js'
import type { Listing, Page } from '../listing.js'
import type { ChangeOptions, ReadOptions, WriteOptions } from '../options.js'
import type * as t from './types.js'

/** The operations of the interface, one method each. */
export abstract class Operations {
  /** Sends a request whose answer is JSON, or nothing. */
  protected abstract call<Data>(call: Call): Answer<Data>
  /** Reads a list, whose next pages are found by this parameter. */
  protected abstract list<P extends Page>(call: Call, by: 'cursor' | 'after'): Listing<P>
  /** Sends a request whose answer is a file. */
  protected abstract download(call: Call): Answer<Download>

${methods.join('\n\n')}
}
`
}

interface Described {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

function methodOf(document: OpenApiDocument, { path, method, operation }: Described): string {
  const { operationId: id, requestBody, summary } = operation
  const types = `t.${id.charAt(0).toUpperCase()}${id.slice(1)}`
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const hasQuery = operation.parameters?.some((each) => each.in === 'query') ?? false
  const content = Object.keys(requestBody?.content ?? {})
  const type = content.find((each) => each === 'text/csv')
  // A form with files is the caller's to fill: its parts are in the documentation of the interface.
  const form = content.includes('multipart/form-data') ? ' | FormData' : ''
  const answer = answerOf(document, operation, types, hasQuery)
  const takes = [
    // `n` counts versions; whatever else stands in a path is an identifier.
    ...inPath.map((name) => `${camel(name)}: ${name === 'n' ? 'number' : 'string'}`),
    ...(requestBody ? [`body${requestBody.required === false ? '?' : ''}: ${types}Data['body']${form}`] : []),
    ...(hasQuery ? [`query?: ${types}Data['query']`] : []),
    `options?: ${optionsOf(method, operation)}`,
  ]
  const call = [
    `method: '${method}'`,
    `path: path\`${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${${camel(name)}}`)}\``,
    ...(requestBody ? ['body'] : []),
    ...(type === undefined ? [] : [`type: '${type}'`]),
    ...(hasQuery ? ['query'] : []),
    'options',
  ]
  return `  /** ${summary}. */
  ${id}(
${takes.map((each) => `    ${each},`).join('\n')}
  ): ${answer.type} {
    return this.${answer.by[0]}({ ${call.join(', ')} }${answer.by
      .slice(1)
      .map((each) => `, ${each}`)
      .join('')})
  }`
}

interface AnswerType {
  readonly type: string
  /** what sends it, and what that takes besides */
  readonly by: readonly string[]
}

function answerOf(
  { components }: OpenApiDocument,
  { responses, parameters = [] }: Operation,
  name: string,
  hasQuery: boolean,
): AnswerType {
  const success = Object.entries(responses).find(([status, { content }]) => Number(status) < 300 && content)
  if (success === undefined) return { type: 'Answer<void>', by: ['call<void>'] }
  const [[type = '', { schema = {} } = {}] = []] = Object.entries(success[1].content ?? {})
  if (type !== 'application/json') return { type: 'Answer<Download>', by: ['download'] }
  const data = `${name}Response`
  const whole = schema.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? '']
  if (!hasQuery || whole?.properties?.pagination === undefined)
    return { type: `Answer<${data}>`, by: [`call<${data}>`] }
  const cursor = parameters.some((each) => each.name === 'after') ? 'after' : 'cursor'
  return { type: `Listing<${data}>`, by: [`list<${data}>`, `'${cursor}'`] }
}

function optionsOf(method: string, { parameters = [] }: Operation): string {
  if (method === 'GET') return 'ReadOptions'
  const isConditional = parameters.some(({ $ref, name }) => ($ref?.split('/').at(-1) ?? name) === 'If-Match')
  return isConditional ? 'ChangeOptions' : 'WriteOptions'
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
