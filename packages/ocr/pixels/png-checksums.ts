import { crc32 } from 'node:zlib'

const SIGNATURE = 8
const END = 0x49454e44

/**
 * Whether the chunks of a PNG hold what was written (PNG, section 5.5). The decoder does not look, and draws a damaged image as far
 * as it can.
 */
export function hasGoodChecksums(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = SIGNATURE
  while (at + 12 <= bytes.length) {
    const data = at + 8 + view.getUint32(at)
    if (data + 4 > bytes.length || crc32(bytes.subarray(at + 4, data)) !== view.getUint32(data)) return false
    if (view.getUint32(at + 4) === END) return true
    at = data + 4
  }
  return false
}
