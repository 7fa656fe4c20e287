import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import type { SecureContextOptions } from 'node:tls'
import { checkUrl, type UrlRules } from '../endpoints/check-url.js'
import { findAddresses, hostOf, portOf, type Resolver, systemResolver } from './find-addresses.js'

/** What came of fetching a file. */
export type FetchedFile<Taken> =
  | { readonly kind: 'fetched'; readonly taken: Taken }
  /** `forbidden`: the address, or one that it leads on to, is none that may be fetched; `detail` says why */
  | { readonly kind: 'forbidden'; readonly detail: string }
  /** nothing was reached, it took too long, or the answer is not 200 */
  | { readonly kind: 'failed'; readonly reason: 'unreachable' | 'timeout' | 'too_many_redirects' | 'status' }

/** Fetches a file from an address that a stranger has named, and hands its bytes on as they come. */
export type FileFetcher = <Taken>(
  url: string,
  take: (body: Readable) => Promise<Taken>,
) => Promise<FetchedFile<Taken>>

const MOST_REDIRECTS = 3
/** Ten megabytes, what is passed over behind them, and headers. */
const MOST_TAKEN = 12 * 1024 * 1024

/**
 * Fetches files by GET, sending nothing of ours. Each address on the way is judged by the same rules as those of webhooks, and what is
 * connected to is exactly what the guard has allowed. It ends after half a minute.
 *
 * @param options.ca certificates to trust instead of the usual authorities
 */
export function fileFetcher(options: {
  readonly rules: UrlRules
  readonly resolve?: Resolver
  readonly totalMs?: number
  readonly ca?: SecureContextOptions['ca']
}): FileFetcher {
  const { rules, resolve = systemResolver, totalMs = 30_000, ca } = options
  const dns = { resolve, timeoutMs: 3_000 }
  const opening = async () => {
    // An HTTP client takes memory; it is loaded with the first file.
    const [{ Agent, request }, { guardedConnector }] = await Promise.all([
      import('undici'),
      import('./connector.js'),
    ])
    const limits = { connectMs: 5_000, mostTaken: MOST_TAKEN, ...(ca !== undefined && { ca }) }
    return {
      request,
      dispatcher: new Agent({ connect: guardedConnector(rules.guard, { ...dns, ...limits }), pipelining: 0 }),
    }
  }
  let opened: ReturnType<typeof opening> | undefined

  return async (url, take) => {
    const signal = AbortSignal.timeout(totalMs)
    let next = url
    try {
      opened ??= opening()
      const { request, dispatcher } = await opened
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
        const target = checkUrl(next, rules)
        if (!(target instanceof URL)) return { kind: 'forbidden', detail: target.message }
        // undici does not look up addresses that are written as such.
        if (isIP(hostOf(target)))
          await findAddresses(hostOf(target), { ...dns, port: rules.guard.at(portOf(target)) })
        const headers = { accept: 'application/pdf, image/*', 'accept-encoding': 'identity' }
        const answer = await request(target, { dispatcher, reset: true, signal, headers })
        if (answer.statusCode === 200) return { kind: 'fetched', taken: await take(answer.body) }
        await answer.body.dump()
        const { location } = answer.headers
        if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string')
          return { kind: 'failed', reason: 'status' }
        next = URL.canParse(location, target.href) ? new URL(location, target).href : location
      }
      return { kind: 'failed', reason: 'too_many_redirects' }
    } catch {
      return { kind: 'failed', reason: signal.aborted ? 'timeout' : 'unreachable' }
    }
  }
}
