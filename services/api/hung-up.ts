import type { FastifyReply } from 'fastify'

/** Aborts when nobody waits for the answer any more. `request.signal` would as soon as the body is read. */
export function hungUp({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
