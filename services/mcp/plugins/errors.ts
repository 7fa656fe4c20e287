import { isDatabaseAway } from '@ecmr/postgres'
import { reasonOf } from '@ecmr/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pathOf, speaksJsonRpc } from '../addresses.js'
import type { McpServer } from '../mcp-server.js'
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  idOf,
  PARSE_ERROR,
  REFUSED,
  rpcError,
} from '../protocol/json-rpc.js'
import { type OauthErrorCode, Refusal, waitingForDatabase } from '../refusal.js'

/** Answers every error in the form that its address speaks: JSON-RPC on the MCP endpoint, OAuth's on the others. */
export function answerWithErrors(app: McpServer): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalFrom(error, request)
    if (error !== refusal) logFault(request, error, refusal)
    return sendRefusal(request, reply, refusal)
  })
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, sentence, more } = refusal
  const body = speaksJsonRpc(pathOf(request))
    ? rpcError(more.rpcCode ?? rpcCodeOf(status), sentence, idOf(request.body), knownAs(request, status))
    : { error: more.code ?? oauthCodeOf(status), error_description: sentence }
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...more.headers })
    .type('application/json; charset=utf-8')
    .send(body)
}

/** Under which id a fault is in the log, for those who ask for help. */
function knownAs({ id }: FastifyRequest, status: number): { readonly request_id: string } | undefined {
  return status === 500 ? { request_id: id } : undefined
}

/** In an outage every request fails for the same reason: one short line each, without a stack. */
function logFault(request: FastifyRequest, error: unknown, { status }: Refusal): void {
  const fields = { request_id: request.id, route: request.routeOptions.url }
  if (status === 503) request.log.warn({ ...fields, reason: reasonOf(error) }, 'request refused')
  else if (status >= 500) request.log.error({ ...fields, err: error }, 'request failed')
}

/** What an error that was thrown anywhere means to the client. */
export function refusalFrom(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseAway(error)) return waitingForDatabase()
  return fromFastify(error, request)
}

function fromFastify(error: unknown, { routeOptions }: FastifyRequest): Refusal {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(413, `A body here holds at most ${routeOptions.bodyLimit} bytes.`)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(415, `Send the body as ${routeOptions.config.takes ?? 'application/json'}.`)
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new Refusal(400, 'Send valid JSON.', { rpcCode: PARSE_ERROR })
    case 'FST_ERR_BAD_URL':
      return new Refusal(400, 'The address is not percent-encoded correctly.')
  }
  if (error instanceof SyntaxError && status === 400)
    return new Refusal(400, 'Send valid JSON.', { rpcCode: PARSE_ERROR })
  if (status >= 400 && status < 500)
    return new Refusal(400, 'The request is not well-formed HTTP. Check its length and encoding.')
  return new Refusal(500, 'This is an error of the service and has been logged.')
}

function rpcCodeOf(status: number): number {
  if (status >= 500) return INTERNAL_ERROR
  return [400, 413, 415].includes(status) ? INVALID_REQUEST : REFUSED
}

function oauthCodeOf(status: number): OauthErrorCode {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  if (status === 403) return 'access_denied'
  return status < 500 ? 'invalid_request' : 'server_error'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the media type of its bodies; absent: application/json */
    takes?: string
  }
}
