import swagger from '@fastify/swagger'
import type { ApiServer } from '../api-server.js'
import type { ApiDependencies } from '../dependencies.js'

/** Describes every route in OpenAPI 3.1, for programs at /api/openapi.json and for people at /api/docs. */
export function describeWithOpenApi(
  app: ApiServer,
  { siteUrl, version }: Pick<ApiDependencies, 'siteUrl' | 'version'>,
): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'eCMR Integration Service',
        version,
        description: 'Electronic road consignment notes: write them, follow them, prove them.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: siteUrl }],
      components: {
        securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      },
      security: [{ apiKey: [] }],
    },
  })
}
