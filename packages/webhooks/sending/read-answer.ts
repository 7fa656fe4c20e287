import type { Readable } from 'node:stream'

const MOST_READ = 64 * 1024
const MOST_KEPT = 4 * 1024

/**
 * Reads an answer's body up to 64 KB and keeps the first 4 KB. What follows is not read, the connection is closed
 * instead. A body that breaks off does not matter: the status has arrived, and the body is kept for people only.
 */
export async function readAnswer(body: Readable): Promise<string> {
  let kept = ''
  let read = 0
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) continue
      if (read < MOST_KEPT) kept += decoder.decode(chunk.subarray(0, MOST_KEPT - read), { stream: true })
      read += chunk.length
      if (read >= MOST_READ) break
    }
  } catch {
    // broken off, or out of time
  }
  // Postgres takes any character in text but this one.
  return kept.replaceAll('\0', '\uFFFD')
}
