import type { FastifyRequest } from 'fastify'
import type { McpServer } from '../../mcp-server.js'
import { Refusal } from '../../refusal.js'

/** No request here needs more. */
export const LARGEST_BODY = 65_536

export const FORM = 'application/x-www-form-urlencoded'
export const JSON_TYPE = 'application/json'

/**
 * Registers addresses that take bodies of one media type, and no other.
 *
 * @param read makes of the text what the handlers get
 */
export function takingOnly(
  app: McpServer,
  type: typeof FORM | typeof JSON_TYPE,
  read: (text: string) => unknown,
  register: (scope: McpServer) => void,
): void {
  app.register((scope: McpServer, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: LARGEST_BODY },
      async (_request: FastifyRequest, bytes: Buffer) => read(textOf(bytes)),
    )
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = LARGEST_BODY
      route.config = { ...route.config, takes: type }
    })
    register(scope)
    done()
  })
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal(400, 'Send the body in UTF-8.')
  }
}
