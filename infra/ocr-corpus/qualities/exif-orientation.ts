// TIFF 6.0 in an APP1 segment, as Exif has it: little-endian, one directory with one entry.
const ORIENTATION_TAG = 0x0112
const SHORT = 3
const DIRECTORY_AT = 8

/** A JPEG that says by Exif how viewers shall turn it. */
export function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  const start = jpeg.subarray(0, 2)
  return Buffer.concat([start, segment(orientation), jpeg.subarray(2)])
}

function segment(orientation: number): Buffer {
  const tiff = Buffer.alloc(DIRECTORY_AT + 2 + 12 + 4)
  tiff.write('II', 'latin1')
  tiff.writeUInt16LE(42, 2)
  tiff.writeUInt32LE(DIRECTORY_AT, 4)
  tiff.writeUInt16LE(1, DIRECTORY_AT)
  tiff.writeUInt16LE(ORIENTATION_TAG, DIRECTORY_AT + 2)
  tiff.writeUInt16LE(SHORT, DIRECTORY_AT + 4)
  tiff.writeUInt32LE(1, DIRECTORY_AT + 6)
  tiff.writeUInt16LE(orientation, DIRECTORY_AT + 10)
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const header = Buffer.from([0xff, 0xe1, 0, 0])
  header.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([header, content])
}
