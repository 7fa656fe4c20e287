import type { TimestampAuthority } from '@libpdf/core'

/** The time stamp authority gave none. */
export class NoTimeStamp extends Error {
  override readonly name = 'NoTimeStamp'
}

const WITHIN_MS = 10_000
// Usual ones have 3 to 8 KB, with the certificates of their authority.
const LARGEST = 64 * 1024

/**
 * An authority that gives time stamps (RFC 3161).
 *
 * @param signal aborts when nobody waits for the stamp any more
 * @throws NoTimeStamp when it does not answer in time, or with something else
 */
export async function timeStampAuthority(url: string, signal: AbortSignal): Promise<TimestampAuthority> {
  const { HttpTimestampAuthority } = await import('@libpdf/core')
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)])
  const authority = new HttpTimestampAuthority(url, {
    // Its own timer goes on after a failure and would keep the process from ending; ours is `within`.
    timeout: 0,
    fetch: (address, init) => boundedFetch(String(address), { ...init, signal: within }),
  })
  return {
    async timestamp(digest, algorithm) {
      try {
        const token = await authority.timestamp(digest, algorithm)
        // It stands there as it was sent. A stamp of something else would seal nothing.
        if (!Buffer.from(token).includes(Buffer.from(digest))) throw new Error('it stamped something else')
        return token
      } catch (cause) {
        signal.throwIfAborted()
        throw new NoTimeStamp('the time stamp authority (TSA_URL) gave no time stamp', { cause })
      }
    },
  }
}

/** The whole answer, as far as it is of a reasonable size and comes in time. */
async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > LARGEST) throw new Error('the answer is too large')
    parts.push(part)
  }
  return new Response(Buffer.concat(parts), { status: response.status })
}
