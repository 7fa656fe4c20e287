import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '@ecmr/contract'
import { LONGEST_REQUEST_MS } from '@ecmr/web'
import { Problem } from '../problems/problem.js'
import { problemBody } from './problem-details.js'

/** Answers what Node cannot read as an HTTP request, and hangs up. */
export function answerMalformedHttp(
  siteUrl: string,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => answer(siteUrl, error, socket)
}

function answer(siteUrl: string, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [code, detail] = diagnosis(error.code)
  const problem = new Problem(code, detail)
  const { status } = problem
  const request_id = randomUUID()
  const body = JSON.stringify(problemBody(siteUrl, problem, request_id))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      `Content-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${request_id}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function diagnosis(code: string | undefined): [ProblemCode, string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return ['request_headers_too_large', 'Send at most 16 KiB of headers.']
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['request_timeout', `Send the whole request within ${LONGEST_REQUEST_MS / 1_000} s.`]
    default:
      return ['malformed_request', 'This is not well-formed HTTP/1.1.']
  }
}
