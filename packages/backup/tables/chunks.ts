/** Content is stored in parts of about so many bytes. */
export const PART_BYTES = 8 * 1024 * 1024

const LINE_END = 0x0a

/** Some whole lines. */
export interface Lines {
  readonly bytes: Buffer
  readonly count: number
}

/**
 * Takes a stream of lines apart into pieces of whole lines, each as large as a part; a longer line is a piece of its own.
 *
 * @param size for tests
 */
export async function* wholeLines(
  stream: AsyncIterable<Uint8Array>,
  size = PART_BYTES,
): AsyncGenerator<Lines, void, void> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < size) continue
    const all = Buffer.concat(held, bytes)
    const end = all.lastIndexOf(LINE_END) + 1
    if (end > 0) yield lines(all.subarray(0, end))
    held = [all.subarray(end)]
    bytes = all.length - end
  }
  if (bytes > 0) yield lines(Buffer.concat(held, bytes))
}

function lines(bytes: Buffer): Lines {
  let count = 0
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) count++
  return { bytes, count }
}

/** The last line, without its end. */
export function lastLine(bytes: Buffer): string {
  const end = bytes.length - 1
  return bytes.toString('utf8', bytes.lastIndexOf(LINE_END, end - 1) + 1, end)
}
