import type { SendFault, SendResult } from '../sending/send-result.js'

/** What an attempt has come to. */
export type AttemptVerdict = 'delivered' | 'failed' | 'gone' | 'interrupted'

/** What kind of failure it was; few values, so that they can be counted apart. */
export type FaultKind = SendFault | 'redirect' | 'status_4xx' | 'status_5xx' | 'status_other'

/** The error of an attempt whose outcome we do not know because we stopped. */
export const INTERRUPTED = 'interrupted: We stopped before the answer came; it is sent again.'

export function verdictOf(result: SendResult): AttemptVerdict {
  if (result.kind !== 'answered') return result.kind
  if (result.status >= 200 && result.status < 300) return 'delivered'
  return result.status === 410 ? 'gone' : 'failed'
}

/** The kind of failure; null when it was none. */
export function faultKindOf(result: SendResult): FaultKind | null {
  if (verdictOf(result) !== 'failed') return null
  switch (result.kind) {
    case 'failed':
      return result.fault
    case 'answered':
      return kindOfStatus(result.status)
    case 'interrupted':
      return null
  }
}

function kindOfStatus(status: number): FaultKind {
  if (status >= 300 && status < 400) return 'redirect'
  if (status >= 400 && status < 500) return 'status_4xx'
  return status >= 500 && status < 600 ? 'status_5xx' : 'status_other'
}

/** What is written down about an attempt. */
export function answerOf(result: SendResult) {
  switch (result.kind) {
    case 'answered':
      return {
        response_status: result.status,
        response_body: result.body,
        error: verdictOf(result) === 'delivered' ? null : unwanted(result.status),
      }
    case 'failed':
      return { response_status: null, response_body: null, error: `${result.fault}: ${result.detail}` }
    case 'interrupted':
      return { response_status: null, response_body: null, error: INTERRUPTED }
  }
}

function unwanted(status: number): string {
  if (status >= 300 && status < 400) return 'redirect: Redirects are not followed.'
  if (status === 410) return 'gone: The receiver wants no more notifications; the webhook is disabled.'
  return `status: The receiver answered ${status}.`
}
