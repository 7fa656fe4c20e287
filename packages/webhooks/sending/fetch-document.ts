import type { SecureContextOptions } from 'node:tls'
import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import type { AddressGuard } from './address-guard.js'
import { AnswerTooLarge, guardedConnector } from './connector.js'
import { findAddresses, hostOf, portOf, type Resolver, systemResolver } from './find-addresses.js'

/** What has come back. */
type Fetched =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly contentType: string | undefined
      readonly cacheControl: string | undefined
      readonly body: string
    }
  | { readonly kind: 'failed'; readonly reason: 'unreachable' | 'timeout' | 'too_large' }

/** Twice what the draft about client documents recommends as the most. */
const MOST_BYTES = 10 * 1024

/**
 * Gets small documents from addresses that strangers have named: a GET that follows no redirects, sends nothing of ours, ends
 * after 5 s and 10 KB, and connects to exactly the addresses that the guard has allowed. The result never rejects; it does not tell
 * apart the ways in which nothing is reached, which would tell what there is in our own network.
 *
 * @param options.ca certificates to trust instead of the usual authorities
 */
export function documentFetcher(options: {
  readonly guard: AddressGuard
  readonly resolve?: Resolver
  readonly totalMs?: number
  readonly ca?: SecureContextOptions['ca']
}): (url: string) => Promise<Fetched> {
  const { guard, resolve = systemResolver, totalMs = 5_000, ca } = options
  const dns = { resolve, timeoutMs: Math.min(3_000, totalMs) }
  const connect = guardedConnector(guard, { ...dns, connectMs: totalMs, ...(ca !== undefined && { ca }) })
  const agent = new Agent({ connect, pipelining: 0 })
  return async (url) => {
    const signal = AbortSignal.timeout(totalMs)
    try {
      const target = new URL(url)
      // undici does not look up addresses, so the guard must see them before.
      if (isIP(hostOf(target)))
        await findAddresses(hostOf(target), { ...dns, port: guard.at(portOf(target)) })
      const headers = { accept: 'application/json', 'accept-encoding': 'identity' }
      const answer = await request(target, { dispatcher: agent, reset: true, signal, headers })
      return {
        kind: 'answered',
        status: answer.statusCode,
        contentType: single(answer.headers['content-type']),
        cacheControl: single(answer.headers['cache-control']),
        body: await textOf(answer.body, answer.statusCode === 200),
      }
    } catch (error) {
      if (error instanceof AnswerTooLarge) return { kind: 'failed', reason: 'too_large' }
      return { kind: 'failed', reason: signal.aborted ? 'timeout' : 'unreachable' }
    }
  }
}

/** The body of an answer, of which there may be 10 KB; of one that counts for nothing, none. */
async function textOf(body: AsyncIterable<Buffer>, isWanted: boolean): Promise<string> {
  const kept: Buffer[] = []
  let length = 0
  for await (const piece of body) {
    if (!isWanted) break
    length += piece.length
    if (length > MOST_BYTES) throw new AnswerTooLarge()
    kept.push(piece)
  }
  return Buffer.concat(kept).toString()
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(', ')
}
