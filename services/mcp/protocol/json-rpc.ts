/** Codes of JSON-RPC 2.0, section 5.1; the last one is of those that are left to servers. */
export const PARSE_ERROR = -32_700
export const INVALID_REQUEST = -32_600
export const METHOD_NOT_FOUND = -32_601
export const INVALID_PARAMS = -32_602
export const INTERNAL_ERROR = -32_603
export const REFUSED = -32_000

/** The id of the request that an answer belongs to; null where that is not known. */
export type RpcId = string | number | null

export interface RpcError {
  readonly jsonrpc: '2.0'
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly id: RpcId
}

export function rpcError(code: number, message: string, id: RpcId = null, data?: unknown): RpcError {
  return { jsonrpc: '2.0', error: { code, message, ...(data !== undefined && { data }) }, id }
}

/** The id of a request as it came, if it is one that an answer may carry. */
export function idOf(body: unknown): RpcId {
  if (typeof body !== 'object' || body === null || !('id' in body)) return null
  return typeof body.id === 'string' || typeof body.id === 'number' ? body.id : null
}
