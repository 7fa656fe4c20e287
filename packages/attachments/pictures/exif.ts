/** Where a picture was taken, in degrees. */
export interface Location {
  readonly latitude: number
  readonly longitude: number
}

/** What of a picture's Exif data matters here. */
export interface Exif {
  /** 1 to 8; 1 is upright */
  readonly orientation?: number
  readonly location?: Location
}

const ORIENTATION = 0x0112
const GPS = 0x8825
const [LATITUDE_REF, LATITUDE, LONGITUDE_REF, LONGITUDE] = [1, 2, 3, 4]
const LONG = 4
const SHORT = 3
const MOST_ENTRIES = 1_000
const ENTRY = 12

interface Entry {
  readonly type: number
  readonly count: number
  /** where its value or the offset of its value stands */
  readonly at: number
}

/** Reads a TIFF structure, as Exif data is one (CIPA DC-008). What is malformed is passed over. */
export function readExif(tiff: Uint8Array): Exif {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  try {
    return found(view)
  } catch (error) {
    // An offset that leads outside.
    if (error instanceof RangeError) return {}
    throw error
  }
}

function found(view: DataView): Exif {
  const order = view.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return {}
  const little = order === 0x4949
  if (view.getUint16(2, little) !== 42) return {}
  const first = directory(view, view.getUint32(4, little), little)
  const turned = first.get(ORIENTATION)
  const orientation = turned?.type === SHORT ? view.getUint16(turned.at, little) : undefined
  const gps = first.get(GPS)
  const location =
    gps?.type === LONG
      ? locationIn(view, directory(view, view.getUint32(gps.at, little), little), little)
      : undefined
  return {
    ...(orientation !== undefined && orientation >= 1 && orientation <= 8 && { orientation }),
    ...(location && { location }),
  }
}

function directory(view: DataView, from: number, little: boolean): ReadonlyMap<number, Entry> {
  const count = Math.min(view.getUint16(from, little), MOST_ENTRIES)
  const entries = new Map<number, Entry>()
  for (let index = 0; index < count; index++) {
    const at = from + 2 + index * ENTRY
    const tag = view.getUint16(at, little)
    const entry = { type: view.getUint16(at + 2, little), count: view.getUint32(at + 4, little), at: at + 8 }
    if (!entries.has(tag)) entries.set(tag, entry)
  }
  return entries
}

function locationIn(view: DataView, gps: ReadonlyMap<number, Entry>, little: boolean): Location | undefined {
  const latitude = degrees(view, gps.get(LATITUDE), gps.get(LATITUDE_REF), little)
  const longitude = degrees(view, gps.get(LONGITUDE), gps.get(LONGITUDE_REF), little)
  if (latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** Degrees, minutes and seconds as fractions, and the letter of the half of the earth. */
function degrees(
  view: DataView,
  value: Entry | undefined,
  half: Entry | undefined,
  little: boolean,
): number | undefined {
  if (value?.count !== 3 || half === undefined) return undefined
  const from = view.getUint32(value.at, little)
  const [whole = 0, minutes = 0, seconds = 0] = [0, 1, 2].map(
    (index) => view.getUint32(from + index * 8, little) / view.getUint32(from + index * 8 + 4, little),
  )
  const all = whole + minutes / 60 + seconds / 3600
  if (!Number.isFinite(all)) return undefined
  const sign = 'SW'.includes(String.fromCharCode(view.getUint8(half.at))) ? -1 : 1
  // Ten centimetres.
  return sign * (Math.round(all * 1e6) / 1e6)
}

/** Exif data that say how a picture is turned, and nothing else; undefined when it is upright. */
export function orientationOnly({ orientation = 1 }: Exif): Uint8Array | undefined {
  if (orientation === 1) return undefined
  const bytes = new Uint8Array(26)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x4d4d002a)
  view.setUint32(4, 8)
  view.setUint16(8, 1)
  view.setUint16(10, ORIENTATION)
  view.setUint16(12, SHORT)
  view.setUint32(14, 1)
  view.setUint16(18, orientation)
  return bytes
}
