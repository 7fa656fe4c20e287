/** A part of a JPEG before its data: a marker, a length of two bytes, and as much as it says. */
export interface Segment {
  readonly marker: number
  /** where its length stands */
  readonly at: number
  readonly end: number
}

/** The segment that begins at a place; `undefined` when none does, or it is not all there. */
export function nextSegment(view: DataView, from: number): Segment | undefined {
  let at = from
  // A marker may have any number of these before it.
  while (at + 1 < view.byteLength && view.getUint16(at) === 0xffff) at += 1
  if (at + 4 > view.byteLength || view.getUint8(at) !== 0xff) return undefined
  const length = view.getUint16(at + 2)
  if (length < 2) return undefined
  return { marker: view.getUint8(at + 1), at: at + 2, end: at + 2 + length }
}
