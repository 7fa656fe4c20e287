/** What a server answered. */
export interface Answer {
  readonly status: number
  readonly body: Uint8Array
}

const WITHIN_MS = 10_000
const LARGEST = 64 * 1024

/**
 * Sends something, and waits 10 s at most for an answer of 64 KiB at most. It follows no redirect.
 *
 * @throws an error whose message says why there is no answer
 */
export async function post(
  url: string,
  request: { readonly type: string; readonly body: string | ArrayBuffer; readonly signal: AbortSignal },
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': request.type },
      body: request.body,
      redirect: 'error',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(WITHIN_MS)]),
    })
    return { status: response.status, body: await bounded(response) }
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    throw isLate ? new Error(`no answer within ${WITHIN_MS / 1_000} s`) : error
  }
}

async function bounded(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > LARGEST) throw new Error('its answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
