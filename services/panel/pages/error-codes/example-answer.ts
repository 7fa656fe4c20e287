import { STATUS_CODES } from 'node:http'
import { type ProblemCode, type ProblemView, problemCodes, problemType } from '@ecmr/contract'
import { codeTexts } from './codes/index.js'

const REQUEST_ID = '5f0d9a52-6f0c-4c9e-8d3c-2f4b8a1f7c11'

/** An answer with this code, as it comes over the wire. */
export function exampleAnswer(
  siteUrl: string,
  code: ProblemCode,
): { readonly head: string; readonly body: ProblemView } {
  const { status, title } = problemCodes[code]
  const { detail, retryAfter, more } = codeTexts[code]
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
  ]
  const body = {
    type: problemType(siteUrl, code),
    title,
    status,
    detail,
    code,
    request_id: REQUEST_ID,
    ...more,
  }
  return { head: head.join('\n'), body }
}
