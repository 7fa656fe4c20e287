import type { FastifyRequest } from 'fastify'
import type { ApiServer } from '../api-server.js'
import { bytesInWords } from '../body-limits.js'
import { Problem } from '../problems/problem.js'

const MINUTE_MS = 60_000
/** So many requests that a key may make a minute give the company a mebibyte. */
const REQUESTS_PER_MIB = 10

/** The bytes of bodies that a company may send a minute, to one process: 60 MiB with 600 requests a minute for each key. */
export function bodyBytesPerMinute(requestsPerMinute: number): number {
  return Math.max(1, Math.floor(requestsPerMinute / REQUESTS_PER_MIB)) * 1_048_576
}

/**
 * Bounds how many bytes each company writes in a minute, however many keys it has. Asked before anything of a body is read;
 * documents that are to be read and attachments do not count, of which there are few at once.
 */
export function limitWriteVolume(app: ApiServer, { perKey }: { readonly perKey: number }): void {
  const most = bodyBytesPerMinute(perKey)
  let minute = new Map<string, number>()
  let endsAt = 0
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { access, takes } = request.routeOptions.config
    const isCounted = access !== undefined && access !== 'public' && access !== 'ocr' && takes !== 'files'
    const bytes = isCounted ? bytesOf(request) : 0
    if (bytes > 0) count(request.caller.company, bytes)
    done(null, payload)
  })

  function count(company: string, bytes: number): void {
    const now = performance.now()
    if (now >= endsAt) {
      minute = new Map()
      endsAt = now + MINUTE_MS
    }
    const before = minute.get(company) ?? 0
    if (before + bytes > most) throw tooMuch(most, Math.ceil((endsAt - now) / 1_000))
    minute.set(company, before + bytes)
  }
}

/** A request without a length counts as the largest that is allowed. */
function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : routeOptions.bodyLimit
}

function tooMuch(most: number, seconds: number): Problem {
  const detail = `Your company may send ${bytesInWords(most)} a minute; try again in ${seconds} s.`
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(seconds) } })
}
