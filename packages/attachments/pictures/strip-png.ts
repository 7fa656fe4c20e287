import { crc32 } from 'node:zlib'
import { type Exif, orientationOnly, readExif } from './exif.js'
import { ascii, joined, type Part, type Stripped } from './stripped.js'

const SIGNATURE = 8
/** length and name before a chunk's data, its checksum behind it */
const AROUND_DATA = 12

/** What pixels and their colours need (PNG, section 11). */
const NEEDED = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS'])
const COLOURS = new Set(['gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'bKGD', 'pHYs', 'mDCV', 'cLLI'])

/**
 * A PNG without its metadata: texts, times, Exif data and what is unknown. What its pixels need stays byte for byte; whatever
 * follows its end is left out. `undefined` when it breaks off or is malformed.
 */
export function stripPng(bytes: Uint8Array): Stripped | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: Part[] = [bytes.subarray(0, SIGNATURE)]
  let exif: Exif = {}
  let headers = 0
  for (let at = SIGNATURE; at + AROUND_DATA <= bytes.length; ) {
    const length = view.getUint32(at)
    const end = at + AROUND_DATA + length
    if (end > bytes.length) return undefined
    const name = ascii(bytes, at + 4, 4)
    const whole = bytes.subarray(at, end)
    if (name === 'IEND') {
      const turned = orientationOnly(exif)
      const [signature, header, ...rest] = kept
      if (headers !== 1 || !signature || !header || length !== 0) return undefined
      const parts = [signature, header, ...(turned ? [chunk('eXIf', turned)] : []), ...rest, whole]
      return { bytes: joined(parts), ...(exif.location && { location: exif.location }) }
    }
    if (name === 'IHDR') headers++
    if (name === 'eXIf') exif = readExif(bytes.subarray(at + 8, end - 4))
    if (NEEDED.has(name) || COLOURS.has(name)) kept.push(whole)
    // A capital letter at the beginning: who does not know it cannot show the picture.
    else if (/^[A-Z]/.test(name)) return undefined
    at = end
  }
  return undefined
}

function chunk(name: string, data: Uint8Array): Part {
  const named = joined([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [new Uint8Array(4), new Uint8Array(4)]
  new DataView(length.buffer).setUint32(0, data.length)
  new DataView(sum.buffer).setUint32(0, crc32(named))
  return joined([length, named, sum])
}
