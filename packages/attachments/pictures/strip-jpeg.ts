import { nextSegment } from '@ecmr/ocr/images'
import { type Exif, orientationOnly, readExif } from './exif.js'
import { ascii, joined, type Part, type Stripped } from './stripped.js'

// ITU T.81, table B.1.
const [SOF0, SOF15] = [0xc0, 0xcf]
const [DHT, JPG, DAC] = [0xc4, 0xc8, 0xcc]
const [RST0, RST7] = [0xd0, 0xd7]
const [EOI, SOS, EXP] = [0xd9, 0xda, 0xdf]
const [APP0, APP1, APP2, APP14, APP15, COM] = [0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe]

const EXIF = 'Exif\0\0'
const PROFILE = 'ICC_PROFILE\0'
const ADOBE = 'Adobe'
const JFIF = 'JFIF\0'
/** of JFIF data, without the thumbnail that may follow */
const JFIF_LENGTH = 12

/**
 * A JPEG without its metadata. What its pixels need stays byte for byte: frame, tables, scans, colour profile, and what says how colours are
 * meant. Whatever follows its end is left out. `undefined` when it breaks off or is malformed.
 */
export function stripJpeg(bytes: Uint8Array): Stripped | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: Part[] = []
  let exif: Exif = {}
  let frames = 0
  let at = 2
  for (;;) {
    if (markerAt(bytes, at) === EOI) return frames === 1 ? assembled(kept, exif) : undefined
    const segment = nextSegment(view, at)
    if (segment === undefined || segment.end > bytes.length) return undefined
    const { marker, end } = segment
    const content = bytes.subarray(segment.at + 2, end)
    if (isFrame(marker)) frames++
    if (marker === APP1 && ascii(content, 0, EXIF.length) === EXIF && exif.orientation === undefined)
      exif = { ...readExif(content.subarray(EXIF.length)), ...exif }
    const part = partOf(marker, content, bytes.subarray(segment.at - 2, end))
    if (part === 'unknown') return undefined
    if (part) kept.push(part)
    at = end
    if (marker !== SOS) continue
    const next = endOfScan(bytes, end)
    if (next === undefined) return undefined
    kept.push(bytes.subarray(end, next))
    at = next
  }
}

/** The marker at a place; any number of 0xff may stand before it. */
function markerAt(bytes: Uint8Array, from: number): number | undefined {
  let at = from
  while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++
  return bytes[at] === 0xff ? bytes[at + 1] : undefined
}

function isFrame(marker: number): boolean {
  return marker >= SOF0 && marker <= SOF15 && ![DHT, JPG, DAC].includes(marker)
}

/** What stays of a segment; undefined: nothing. */
function partOf(marker: number, content: Uint8Array, whole: Uint8Array): Part | undefined | 'unknown' {
  if (marker === APP0) return ascii(content, 0, JFIF.length) === JFIF ? withoutThumbnail(content) : undefined
  if (marker === APP2) return ascii(content, 0, PROFILE.length) === PROFILE ? whole : undefined
  if (marker === APP14) return ascii(content, 0, ADOBE.length) === ADOBE ? whole : undefined
  if ((marker > APP0 && marker <= APP15) || marker === COM) return undefined
  const isNeeded = (marker >= SOF0 && marker < RST0 && marker !== JPG) || (marker >= SOS && marker <= EXP)
  return isNeeded ? whole : 'unknown'
}

function withoutThumbnail(content: Uint8Array): Part | undefined {
  if (content.length < JFIF_LENGTH + 2) return undefined
  return segmentOf(APP0, joined([content.subarray(0, JFIF_LENGTH), new Uint8Array(2)]))
}

function segmentOf(marker: number, content: Uint8Array): Part {
  const head = new Uint8Array(4)
  new DataView(head.buffer).setUint32(0, ((0xff00 | marker) << 16) | (content.length + 2))
  return joined([head, content])
}

/** Where the marker stands that ends a scan: within it a 0xff is followed by 0, or is a restart. */
function endOfScan(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) return undefined
    const isWithin = next === 0 || next === 0xff || (next >= RST0 && next <= RST7)
    if (!isWithin) return at
  }
  return undefined
}

/** JFIF data stand first where there are any, Exif data next. */
function assembled(kept: readonly Part[], exif: Exif): Stripped {
  const turned = orientationOnly(exif)
  const [first, ...rest] = kept
  const isJfif = first?.[1] === APP0
  const added = turned ? [segmentOf(APP1, joined([Buffer.from(EXIF, 'latin1'), turned]))] : []
  const parts = isJfif ? [first, ...added, ...rest] : [...added, ...kept]
  const bytes = joined([Uint8Array.of(0xff, 0xd8), ...parts, Uint8Array.of(0xff, EOI)])
  return { bytes, ...(exif.location && { location: exif.location }) }
}
