import type { JsonObject } from '../json.js'

export interface StoredEvent {
  readonly type: string
  readonly schema_version: number
  readonly data: JsonObject
}
export function upcast(_event: StoredEvent): { readonly type: string; readonly data: JsonObject } {
  throw new Error('not yet')
}
