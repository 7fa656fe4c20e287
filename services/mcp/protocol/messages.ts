import type { IncomingHttpHeaders } from 'node:http'
import { classifyInboundRequest } from '@modelcontextprotocol/server'
import type { ObserveTool } from '../tool-metrics.js'
import type { ToolContext } from '../tools/tool.js'
import { INVALID_REQUEST, idOf, METHOD_NOT_FOUND, rpcError } from './json-rpc.js'
import { newerGeneration } from './newer-generation.js'
import { answerOlder, olderVersion } from './older-generation.js'
import { type Answer, type Exchange, serving } from './serving.js'

export interface Messages {
  /** Rejects with what went wrong without the client's doing. */
  answer(caller: Caller, body: unknown, headers: IncomingHttpHeaders): Promise<Answer>
  close(): Promise<void>
}

/** All that tools get to know, before it is known which version of the protocol is spoken. */
type Caller = Omit<ToolContext, 'protocolVersion'>

export function answerMessages(
  installation: { readonly siteUrl: string; readonly version: string },
  observe: ObserveTool,
): Messages {
  const serve = serving(installation, observe)
  const newer = newerGeneration(serve)
  return {
    async answer(caller, body, headers) {
      if (Array.isArray(body)) return refused(400, INVALID_REQUEST, 'Send one message at a time, no batches.')
      const version = single(headers['mcp-protocol-version'])
      const route = classifyInboundRequest(inbound(body, headers))
      switch (route.kind) {
        case 'reject':
          return refused(route.httpStatus, route.code, route.message, body, route.data)
        case 'legacy': {
          const exchange: Exchange = { context: { ...caller, protocolVersion: olderVersion(version) } }
          return unlessFault(exchange, await answerOlder(serve, exchange, body, version))
        }
        case 'modern': {
          // It would hold a stream open on which nothing ever comes: the tools change with a new version only.
          if (route.message.method === 'subscriptions/listen') {
            return refused(404, METHOD_NOT_FOUND, 'Method not found', body)
          }
          const protocolVersion = route.classification.revision ?? ''
          const exchange: Exchange = { context: { ...caller, protocolVersion } }
          return unlessFault(exchange, await newer.answer(exchange, route, headers))
        }
      }
    },
    close: () => newer.close(),
  }
}

function inbound(body: unknown, headers: IncomingHttpHeaders): Parameters<typeof classifyInboundRequest>[0] {
  const version = single(headers['mcp-protocol-version'])
  const method = single(headers['mcp-method'])
  const name = single(headers['mcp-name'])
  return {
    httpMethod: 'POST',
    body,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  }
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(', ')
}

function refused(status: number, code: number, message: string, body?: unknown, data?: unknown): Answer {
  return { status, json: JSON.stringify(rpcError(code, message, idOf(body), data)) }
}

/** The package makes an answer of everything that handlers throw; our own bugs are reported in HTTP as well. */
function unlessFault({ fault }: Exchange, answer: Answer): Answer {
  if (fault !== undefined) throw fault
  return answer
}
