import { ZipFile } from 'yazl'
import type { BundleFile } from './bundle-file.js'

/** As the format's own dates begin; yazl reads the parts of a date in local time. */
const STORED = { compress: false, mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

// APPNOTE.TXT 4.3: a local header and a central one for each file, and the end of the directory.
const LOCAL_HEADER = 30
const CENTRAL_HEADER = 46
const END = 22

/** How many bytes `zipped` yields. */
export function zippedSize(files: readonly Pick<BundleFile, 'name' | 'size'>[]): number {
  const sizes = files.map(
    ({ name, size }) => LOCAL_HEADER + CENTRAL_HEADER + 2 * Buffer.byteLength(name) + size,
  )
  return sizes.reduce((sum, size) => sum + size, END)
}

/**
 * The bytes of a ZIP archive. Files are stored uncompressed with one fixed date, so that the same files give the same bytes; each
 * is read when those before it have been taken. Sizes and check sums stand before the content: readers that do not seek need them there.
 *
 * @throws what reading a file throws
 */
export async function* zipped(files: readonly BundleFile[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  for (const { name, read } of files) {
    zip.addBuffer(Buffer.from(await read()), name, STORED)
    yield* written(zip)
  }
  zip.end()
  yield* written(zip)
}

function* written({ outputStream }: ZipFile): Generator<Uint8Array> {
  for (let chunk = outputStream.read(); Buffer.isBuffer(chunk); chunk = outputStream.read()) yield chunk
}
