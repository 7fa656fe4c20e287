import type { IncomingMessage } from 'node:http'
import { concurrentBodies, repeatedMember } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { assistantOf, type McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'
import { PARSE_ERROR } from './json-rpc.js'

const MIB = 1_048_576
/** A photograph of 20 MB has 27 as a data URL. */
const LARGEST = 32 * MIB
const BIG = MIB

/** Whether a body of so many bytes is taken, which grow from call to call; else why not. */
type Admission = (bytes: number) => Refusal | undefined

/**
 * Takes bodies up to 32 MiB, and those over 1 MiB only while there is room for them.
 *
 * @param enter asked once, of a body over 1 MiB: whether there is room
 */
function admissionFor(enter: () => boolean): Admission {
  let isIn = false
  return (bytes) => {
    if (bytes > LARGEST) return new Refusal(413, 'A message holds at most 32 MiB.')
    if (bytes <= BIG || isIn) return undefined
    isIn = enter()
    return isIn ? undefined : tooMany()
  }
}

function tooMany(): Refusal {
  const sentence = 'Too many large messages are being worked on; send this one again in a moment.'
  return new Refusal(429, sentence, { headers: { 'retry-after': '2' } })
}

/**
 * Reads a body as far as it is admitted. The rest of one that is refused is still taken off the wire and thrown away, for a
 * client that is cut off while it sends never sees the answer; Node bounds for how long.
 */
function readText(body: IncomingMessage, admission: Admission): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const admits = (bytes: number): boolean => {
      const refusal = admission(bytes)
      if (refusal === undefined) return true
      body.off('data', take).resume()
      reject(refusal)
      return false
    }
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (admits(length)) chunks.push(chunk)
    }
    // The only cause is that the client has gone.
    body.on('error', () =>
      reject(new Refusal(400, 'The connection was lost before the request was complete.')),
    )
    body.on('end', () => resolve(Buffer.concat(chunks, length).toString()))
    if (admits(Number(body.headers['content-length'] ?? 0))) body.on('data', take)
  })
}

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
    if (repeatedMember(text, message) !== undefined)
      throw new Refusal(400, 'Parse error: a member stands twice in the message.', { rpcCode: PARSE_ERROR })
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
