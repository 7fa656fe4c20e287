import autocannon from 'autocannon'

export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly accepted: number
}

/** Presses on one address for a while and reports what came back. Any answer but 2xx, or a broken connection, is a fault. */
export async function press(options: {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly paths?: readonly string[]
}): Promise<Load> {
  const result = await autocannon({
    url: options.url,
    connections: options.connections,
    duration: options.seconds,
    method: options.method ?? 'GET',
    headers: { ...options.headers },
    ...(options.body === undefined ? {} : { body: options.body }),
    ...(options.paths ? { requests: options.paths.map((path) => ({ path })) } : {}),
  })
  if (result.non2xx > 0 || result.errors > 0 || result.timeouts > 0)
    throw new Error(
      `${options.url}: ${result.non2xx} refused, ${result.errors} broken, ${result.timeouts} timed out`,
    )
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    accepted: result['2xx'],
  }
}
