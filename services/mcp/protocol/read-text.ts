import type { IncomingMessage } from 'node:http'
import { Refusal } from '../refusal.js'

const MIB = 1_048_576
/** A photograph of 20 MB has 27 as a data URL. */
const LARGEST = 32 * MIB
const BIG = MIB

/** Whether a body of so many bytes is taken, which grow from call to call; else why not. */
export type Admission = (bytes: number) => Refusal | undefined

/**
 * Takes bodies up to 32 MiB, and those over 1 MiB only while there is room for them.
 *
 * @param enter asked once, of a body over 1 MiB: whether there is room
 */
export function admissionFor(enter: () => boolean): Admission {
  let isIn = false
  return (bytes) => {
    if (bytes > LARGEST) return new Refusal(413, 'A message holds at most 32 MiB.')
    if (bytes <= BIG || isIn) return undefined
    isIn = enter()
    return isIn ? undefined : tooMany()
  }
}

function tooMany(): Refusal {
  const sentence = 'Too many large messages are being worked on; send this one again in a moment.'
  return new Refusal(429, sentence, { headers: { 'retry-after': '2' } })
}

/**
 * Reads a body as far as it is admitted. The rest of one that is refused is still taken off the wire and thrown away, for a
 * client that is cut off while it sends never sees the answer; Node bounds for how long.
 */
export function readText(body: IncomingMessage, admission: Admission): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const admits = (bytes: number): boolean => {
      const refusal = admission(bytes)
      if (refusal === undefined) return true
      body.off('data', take).resume()
      reject(refusal)
      return false
    }
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (admits(length)) chunks.push(chunk)
    }
    // The only cause is that the client has gone.
    body.on('error', () => reject(new Refusal(400, 'The request broke off.')))
    body.on('end', () => resolve(Buffer.concat(chunks, length).toString()))
    if (admits(Number(body.headers['content-length'] ?? 0))) body.on('data', take)
  })
}
