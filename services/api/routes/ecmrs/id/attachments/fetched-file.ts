import type { SentFile } from '@ecmr/attachments'
import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '../../../../context.js'
import { Problem } from '../../../../problems/problem.js'
import { unfitProblem } from './unfit-problem.js'

const REASONS = {
  unreachable: 'Check the address: nothing answers there that may be fetched.',
  timeout: 'Try again later: the file did not arrive within 30 s.',
  too_many_redirects: 'Send the address of the file itself; this one leads on too often.',
  status: 'Check the address: what answers there does not give the file.',
} as const

/** Fetches the file that a request names. It is removed with the answer. */
export async function fetchedFile(
  { uploads, fetchFile }: Pick<ApiContext, 'uploads' | 'fetchFile'>,
  request: FastifyRequest,
  url: string,
): Promise<SentFile> {
  const fetched = await fetchFile(url, (body) => uploads.receive(body, nameIn(url)))
  if (fetched.kind === 'forbidden') throw refused('forbidden_address', fetched.detail)
  if (fetched.kind === 'failed') throw refused(fetched.reason, REASONS[fetched.reason])
  const { taken } = fetched
  if (!taken.ok) throw unfitProblem(taken.fault, '/source_url')
  request.sentFile = taken.file
  return taken.file
}

function nameIn(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) : undefined
}

function refused(code: string, message: string): Problem {
  const errors = [{ pointer: '/source_url', code, message }]
  return new Problem('invalid_request', 'Fix the error listed in errors.', { errors })
}
