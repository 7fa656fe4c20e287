import type { ChangeOptions, ReadOptions } from '../options.js'

/** A request as operations describe it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** with its parameters in it, encoded */
  readonly path: string
  readonly query?: object | undefined
  readonly body?: unknown
  /** the media type of a body that is sent as it is; absent: it is sent as JSON */
  readonly type?: string
  readonly options?: (ReadOptions & ChangeOptions) | undefined
}

/**
 * A path with values in it, encoded.
 *
 * @example
 * path`/api/ecmrs/${id}/documents/${2}`
 */
export function path(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((before, part, place) => `${before}${segment(values[place - 1] ?? '')}${part}`)
}

/** @throws TypeError of what would name another address */
function segment(value: string | number): string {
  const text = String(value)
  if (text === '' || text === '.' || text === '..') throw new TypeError(`not an identifier: "${text}"`)
  return encodeURIComponent(text)
}
