import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { DoesNotHold } from './findings.js'

/** The largest event takes 1 MiB, and its JSON a little more. */
const MOST_BYTES = 4 * 1024 * 1024
const LINE_END = 10

/**
 * The lines of a file of an export, without their ends.
 *
 * @param onChunk given the bytes as they are read, in order
 * @throws DoesNotHold saying which line is too long, not UTF-8, or has no end
 */
export async function* fileLines(
  folder: string,
  name: string,
  onChunk: (bytes: Buffer) => void = () => undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const refuse = (fault: string): DoesNotHold => new DoesNotHold(`${name}, line ${number} ${fault}`)
  let rest = Buffer.alloc(0)
  let number = 1
  for await (const chunk of chunksOf(join(folder, name))) {
    onChunk(chunk)
    const bytes = Buffer.concat([rest, chunk])
    let begin = 0
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, begin)) {
      const line = decoded(decoder, bytes.subarray(begin, end))
      if (line === undefined) throw refuse('is not UTF-8')
      yield line
      number++
      begin = end + 1
    }
    rest = bytes.subarray(begin)
    if (rest.length > MOST_BYTES) throw refuse(`is longer than ${MOST_BYTES} bytes`)
  }
  if (rest.length > 0) throw refuse('has no end')
}

function chunksOf(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: 1024 * 1024 })
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
