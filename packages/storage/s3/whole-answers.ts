/** An answer has more bytes than any object or page of keys. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/**
 * `fetch` for requests to an S3 server: answers arrive as a whole, within a size and a time. It follows no redirect, since what is
 * sent is a document, and asks for no compression, so that sizes are those of objects.
 *
 * @param headers that are sent too, and not signed
 */
export function wholeAnswers(options: {
  readonly signal: AbortSignal
  readonly mostBytes: number
  readonly headers?: Readonly<Record<string, string>>
}): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    const own = { 'accept-encoding': 'identity', ...options.headers }
    for (const [name, value] of Object.entries(own)) headers.set(name, value)
    const response = await fetch(input, { ...init, headers, redirect: 'manual', signal: options.signal })
    const body = await bodyOf(response, options.mostBytes)
    const { status, statusText } = response
    return new Response(body, { status, statusText, headers: response.headers })
  }
}

async function bodyOf(response: Response, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > most) throw new AnswerTooLarge(`more than ${most} bytes`)
    chunks.push(chunk)
  }
  return size === 0 ? null : new Uint8Array(Buffer.concat(chunks, size))
}
