/** Content is stored in parts of about so many bytes. */
export const PART_BYTES = 8 * 1024 * 1024

const LINE_END = 0x0a

/** Some whole lines. */
export interface Lines {
  readonly bytes: Buffer
  readonly count: number
}

/**
 * Takes a stream of lines apart into pieces of whole lines, each as large as a part at most; a longer line is a piece of its own.
 * Where it is cut follows from the lines alone, so that the same lines are the same pieces every time.
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
    let rest = Buffer.concat(held, bytes)
    for (let end = endOfPiece(rest, size); end > 0; end = endOfPiece(rest, size)) {
      yield lines(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    held = [rest]
    bytes = rest.length
  }
  if (bytes > 0) yield lines(Buffer.concat(held, bytes))
}

/** Where the first piece ends; 0: not in these bytes. */
function endOfPiece(bytes: Buffer, size: number): number {
  if (bytes.length < size) return 0
  return bytes.lastIndexOf(LINE_END, size - 1) + 1 || bytes.indexOf(LINE_END, size) + 1
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
