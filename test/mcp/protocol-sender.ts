import type { McpServer } from '@ecmr/mcp'

export const NEWEST = '2026-07-28'
export const OLDER = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

type Headers = Readonly<Record<string, string>>

/** What came back to a message. */
export interface Sent {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  /** the body, parsed */
  readonly json: unknown
}

/** Sends messages to the endpoint as they are written down. */
export interface Sender {
  /** a body as it is, or any value as JSON */
  post(body: unknown, headers?: Headers): Promise<Sent>
  /** a request of the generation that shook hands */
  older(method: string, params?: unknown, headers?: Headers): Promise<Sent>
  /** a request of the generation that does not */
  newer(method: string, params?: object, headers?: Headers): Promise<Sent>
}

export function sender(app: McpServer, token: string): Sender {
  const post: Sender['post'] = async (body, headers = {}) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        host: 'ecmr.example',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    })
    const { statusCode: status, headers: answered, body: text } = answer
    return { status, headers: answered, text, json: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    post,
    older: (method, params, headers) => post({ jsonrpc: '2.0', id: 1, method, params }, headers),
    newer: (method, params = {}, headers = {}) =>
      post(newerMessage(method, params), { ...newerHeaders(method, params), ...headers }),
  }
}

/** Says by itself in which version it is, and what its sender can do. */
export function newerMessage(method: string, params: object): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': NEWEST,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }
}

export function newerHeaders(method: string, params: object): Headers {
  const name = 'name' in params ? { 'mcp-name': String(params.name) } : {}
  return { 'mcp-protocol-version': NEWEST, 'mcp-method': method, ...name }
}
