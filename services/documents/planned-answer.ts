import type { IncomingHttpHeaders } from 'node:http'

/** How a request for a file is answered, by RFC 9110. */
export type PlannedAnswer =
  | { readonly status: 200 | 304 | 412 | 416 }
  /** from the byte `start` to the byte `end`, both included */
  | { readonly status: 206; readonly start: number; readonly end: number }

/**
 * Judges the conditions and the range of a request (RFC 9110, sections 13.2.2 and 14.2). Several ranges are answered
 * by the whole file, which a server may do.
 *
 * @param file.etag strong, with its quotation marks
 */
export function plannedAnswer(
  { method, headers }: { readonly method: string; readonly headers: IncomingHttpHeaders },
  { etag, bytes }: { readonly etag: string; readonly bytes: number },
): PlannedAnswer {
  const wanted = headers['if-match']
  if (wanted !== undefined && !entityTags(wanted).some((each) => each === '*' || each === etag))
    return { status: 412 }
  const known = headers['if-none-match']
  if (known !== undefined && entityTags(known).some((each) => each === '*' || strong(each) === etag))
    return { status: 304 }
  const range = headers.range
  // Ranges are of GET only.
  if (range === undefined || method !== 'GET' || (headers['if-range'] ?? etag) !== etag)
    return { status: 200 }
  return rangeOf(range, bytes)
}

const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i

function rangeOf(range: string, bytes: number): PlannedAnswer {
  const [isOne, first, last, suffix] = ONE_RANGE.exec(range) ?? []
  if (isOne === undefined) return { status: 200 }
  const start = suffix === undefined ? Number(first) : Math.max(0, bytes - Number(suffix))
  const wantedEnd = last ? Number(last) : bytes - 1
  // Such a range means nothing; one behind the end cannot be satisfied.
  if (last && wantedEnd < start) return { status: 200 }
  if (start >= bytes) return { status: 416 }
  return { status: 206, start, end: Math.min(wantedEnd, bytes - 1) }
}

function entityTags(list: string): readonly string[] {
  return list.split(',').map((each) => each.trim())
}

const strong = (tag: string): string => tag.replace(/^W\//, '')
