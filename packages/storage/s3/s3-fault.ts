import { reasonOf } from '@ecmr/runtime'
import { S3Error, S3ServiceError } from 's3mini'

/** Why a request to an S3 server failed. */
export interface S3Fault {
  /** in words that go on after a colon: nothing of what the server said but its code, since it repeats keys and signatures */
  readonly reason: string
  /** whether the same request may succeed a moment later */
  readonly passes: boolean
}

const KEYS = 'the server does not accept S3_ACCESS_KEY and S3_SECRET_KEY'
const ELSEWHERE = 'the bucket is elsewhere: check S3_ENDPOINT and S3_REGION'
export const NO_BUCKET = 'there is no such bucket: create it, or check S3_BUCKET'
const FULL = 'the server has no room for more'

// https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
const LASTING: Readonly<Record<string, string>> = {
  AccessDenied: 'the access key may not do this in S3_BUCKET',
  AllAccessDisabled: KEYS,
  AuthorizationHeaderMalformed: ELSEWHERE,
  EntityTooLarge: FULL,
  InvalidAccessKeyId: KEYS,
  NoSuchBucket: NO_BUCKET,
  PermanentRedirect: ELSEWHERE,
  QuotaExceeded: FULL,
  RequestTimeTooSkewed: 'the clocks of this machine and of the server are too far apart: correct them',
  SignatureDoesNotMatch: KEYS,
  TemporaryRedirect: ELSEWHERE,
  XMinioStorageFull: FULL,
}

const PASSING_CODES: readonly string[] = [
  'BadDigest',
  'IncompleteBody',
  'OperationAborted',
  'RequestTimeout',
  'SlowDown',
]
const PASSING_STATUS: readonly number[] = [408, 429, 499, 500, 502, 503, 504]

const STATUS: Readonly<Record<number, string>> = {
  301: ELSEWHERE,
  307: ELSEWHERE,
  403: KEYS,
  413: FULL,
  507: FULL,
}

/** What to tell the operator about an error of a request; undefined: it is none, but a mistake in our code. */
export function s3Fault(error: unknown): S3Fault | undefined {
  if (error instanceof S3ServiceError) return answered(error.status, codeIn(error))
  if (!isNetworkError(error)) return undefined
  return { reason: error.name === 'TimeoutError' ? 'no answer in time' : networkReason(error), passes: true }
}

/** The code that the server gave, also when it called its XML otherwise than s3mini expects. */
function codeIn({ serviceCode = '', body = '' }: S3ServiceError): string | undefined {
  const [, code = serviceCode] = /<Code>(\w+)<\/Code>/.exec(body) ?? []
  return /^\w{1,64}$/.test(code) && code !== 'Unknown' ? code : undefined
}

function answered(status: number, code: string | undefined): S3Fault {
  const answer = code === undefined ? `${status}` : `${status} ${code}`
  const passes = PASSING_STATUS.includes(status) || (code !== undefined && PASSING_CODES.includes(code))
  const known = (code === undefined ? undefined : LASTING[code]) ?? STATUS[status]
  const words = passes ? 'the server is overloaded or faulty' : (known ?? 'the server refuses the request')
  return { reason: `${words} (${answer})`, passes }
}

/** Whether no answer came, or not all of it: `fetch` puts the reason into its cause. */
function isNetworkError(error: unknown): error is Error {
  if (error instanceof S3Error) return true
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || (error instanceof TypeError && error.cause instanceof Error)
}

/** TLS has codes of its own, and texts over several lines. */
function networkReason(error: Error): string {
  const { cause } = error
  const known = reasonOf(error)
  if (known !== error.message || !(cause instanceof Error)) return known
  return `no connection to it (${'code' in cause ? cause.code : cause.message})`
}
