import { PROBLEM_PAGES } from '@ecmr/contract'
import swagger from '@fastify/swagger'
import type { ApiServer } from '../api-server.js'
import { bodyLimits, bytesInWords } from '../body-limits.js'
import type { ApiDependencies } from '../dependencies.js'
import { publishedDocument } from '../openapi/published-document.js'
import { tags } from '../openapi/tags.js'
import { serveDocumentationPage } from './documentation-page.js'

/**
 * Describes every route in OpenAPI 3.1: for programs at /api/openapi.json, for people at /api/docs.
 *
 * @param optionalBodies operations whose body may be missing
 */
export function describeWithOpenApi(
  app: ApiServer,
  { siteUrl, version }: Pick<ApiDependencies, 'siteUrl' | 'version'>,
  optionalBodies: ReadonlySet<string>,
): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'eCMR Integration Service',
        version,
        description: 'Electronic road consignment notes: write them, follow them, prove what was written.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: siteUrl }],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
      security: [{ apiKey: [] }],
      tags: [...tags],
      externalDocs: {
        url: `${siteUrl}${PROBLEM_PAGES}`,
        description: 'What each error code means, and what to do',
      },
    },
    transform: ({ schema, url, route }) => nameWildcard(withBodyLimit(schema, route.bodyLimit), url),
    transformObject: (document) =>
      'openapiObject' in document ? publishedDocument(document.openapiObject, optionalBodies) : {},
  })
  serveDocumentationPage(app, siteUrl)
  app.after(() => {
    let document: string | undefined
    app.get(
      '/api/openapi.json',
      { config: { access: 'public', rateLimit: false }, schema: { hide: true } },
      async (_request, reply) => {
        document ??= JSON.stringify(app.swagger())
        return reply.type('application/json').send(document)
      },
    )
  })
}

/** Says in the answer 413 how large a body may be. */
function withBodyLimit<Schema>(schema: Schema, bodyLimit: number = bodyLimits.usual): Schema {
  if (!isObject(schema) || !('response' in schema) || !isObject(schema.response)) return schema
  const answers: Record<string, unknown> = { ...schema.response }
  const tooLarge = answers[413]
  if (!isObject(tooLarge)) return schema
  answers[413] = { ...tooLarge, description: `The body is larger than ${bytesInWords(bodyLimit)}` }
  return { ...schema, response: answers }
}

/** OpenAPI has no wildcards: the rest of a path is a parameter like others. */
function nameWildcard<Schema>(
  schema: Schema,
  url: string,
): { readonly schema: Schema; readonly url: string } {
  if (!url.endsWith('/*') || !isObject(schema) || !('params' in schema)) return { schema, url }
  const params = JSON.parse(JSON.stringify(schema.params).replaceAll('"*"', '"rest"'))
  return { schema: { ...schema, params }, url: url.replace(/\*$/, ':rest') }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
