import { createInflate } from 'node:zlib'
import { pngSize } from '../images/png-size.js'

// PNG, sections 5.6, 11.2.1 and 11.2.3.
const SIGNATURE = 8
const DEPTH = 24
const COLOUR_TYPE = 25
const INTERLACING = 28
const DATA = 0x49444154
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Of each pass of Adam7: its first column and row, and the steps between them (section 8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const AS_A_WHOLE = [[0, 0, 1, 1]] as const

/**
 * Whether the data of a PNG with sound chunks can be unpacked, and holds all of its rows; what there is more is not looked at. The
 * decoder leaves black what it does not find.
 */
export async function hasAllRows(bytes: Uint8Array): Promise<boolean> {
  let missing = unpackedLength(bytes)
  const unpacked = createInflate({ chunkSize: 256 * 1024 }).end(dataOf(bytes))
  try {
    for await (const part of unpacked) {
      missing -= part.length
      if (missing <= 0) return true
    }
  } catch {
    // No such data at all, or damaged before its end.
  }
  return false
}

function unpackedLength(bytes: Uint8Array): number {
  const { width, height } = pngSize(viewOf(bytes)) ?? { width: 0, height: 0 }
  const bits = (bytes[DEPTH] ?? 0) * (CHANNELS[bytes[COLOUR_TYPE] ?? 0] ?? 0)
  const passes = bytes[INTERLACING] === 1 ? PASSES : AS_A_WHOLE
  return passes.reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across)
    const rows = Math.ceil((height - top) / down)
    return sum + rows * (1 + Math.ceil((columns * bits) / 8))
  }, 0)
}

function dataOf(bytes: Uint8Array): Buffer {
  const view = viewOf(bytes)
  const parts: Uint8Array[] = []
  for (let at = SIGNATURE; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === DATA) parts.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)))
  return Buffer.concat(parts)
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)
