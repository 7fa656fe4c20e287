import { concurrentBodies } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { assistantOf, type McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'
import { PARSE_ERROR } from './json-rpc.js'
import { admissionFor, readText } from './read-text.js'

/** So many photographs at once, each of which takes its size several times over in memory. */
const MOST_BIG_BODIES = { total: 4, perClient: 2 } as const

/** No real message has anywhere near as many. A megabyte of tiny ones would block all callers for seconds. */
const MOST_PARTS = 20_000

/** Reads the message that a request brings; rejects with a Refusal that says why it is not taken. */
export type ReadMessage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Takes JSON only (415 otherwise), and leaves it on the wire until a message is asked for. */
export function takeJsonOnly(scope: McpServer): ReadMessage {
  const bigOnes = concurrentBodies(MOST_BIG_BODIES)
  const parse = scope.getDefaultJsonParser('error', 'ignore')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', (_request, _payload, done) => done(null))
  return async (request, reply) => {
    const { company } = assistantOf(request)
    const text = await readText(
      request.raw,
      admissionFor(() => bigOnes.enter(reply.raw, company.id)),
    )
    if (hasTooManyParts(text)) throw new Refusal(413, `A message has at most ${MOST_PARTS} parts.`)
    const message = await new Promise<unknown>((resolve, reject) => {
      void parse(request, text, (error, parsed) => (error ? reject(notJson()) : resolve(parsed)))
    })
    request.body = message
    return message
  }
}

/** Counted by what stands before a value; what stands in texts counts as well. */
function hasTooManyParts(text: string): boolean {
  let parts = 0
  for (const mark of ['{', '[', ',']) {
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
      parts += 1
      if (parts > MOST_PARTS) return true
    }
  }
  return false
}

function notJson(): Refusal {
  return new Refusal(400, 'Parse error: the body is not JSON that is taken here.', { rpcCode: PARSE_ERROR })
}
