import { randomUUID } from 'node:crypto'
import type { Proposed } from './records.js'

/** The largest 64-bit integer: everything before it is gone, so the stream is deleted softly. */
const DELETED = '9223372036854775807'

/** The stream that a metadata stream describes. */
export function originalOf(stream: string): string | undefined {
  return stream.startsWith('$$') ? stream.slice(2) : undefined
}

/** What a metadata event changes; of all that metadata can say, only `$tb` is kept here. */
export function metadataChange(event: Proposed): { readonly visibleFrom?: number } {
  const parsed = parsedObject(Buffer.from(event.data).toString())
  const before = parsed === undefined || !('$tb' in parsed) ? 0 : Number(parsed.$tb)
  if (Number.isNaN(before)) return {}
  return { visibleFrom: before > Number.MAX_SAFE_INTEGER ? Infinity : before }
}

function parsedObject(text: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

/** The metadata event that makes a stream begin at a revision; Infinity deletes it softly. */
export function visibleFromEvent(revision: number): Proposed {
  return systemEvent('$metadata', `{"$tb":${revision === Infinity ? DELETED : revision}}`)
}

/** An event that the server writes by itself. */
export function systemEvent(type: string, data: string): Proposed {
  return { id: randomUUID(), type, json: true, data: Buffer.from(data), metadata: new Uint8Array() }
}
