import { findCompany } from '@ecmr/accounts'
import { type FailedMail, type Sending, sendDocument } from '@ecmr/application'
import { documentSendingView, sendDocumentBody } from '@ecmr/contract'
import { MOST_MAILS_A_DAY } from '@ecmr/document-links'
import type { Route } from '../../../../api-server.js'
import { callerOf, clientKeyOf } from '../../../../commands/caller.js'
import { documentsUnavailable } from '../../../../problems/documents-unavailable.js'
import { keyProblem } from '../../../../problems/from-outcome.js'
import { Problem } from '../../../../problems/problem.js'
import { notFoundProblem, problem, writeProblems } from '../../../problem-answers.js'
import { documentParams } from './document-params.js'
import { namedDocument } from './named-document.js'

export const sendEcmrDocument: Route = (app, context) => {
  app.post(
    '/api/ecmrs/:id/documents/:n/send',
    {
      config: { access: 'ecmrs:write' },
      schema: {
        operationId: 'sendEcmrDocument',
        tags: ['Documents'],
        summary:
          'Send an issued version by e-mail, with its public address and the file; a repeat with the same key sends nothing twice',
        params: documentParams,
        body: sendDocumentBody,
        response: {
          200: documentSendingView,
          ...writeProblems,
          ...notFoundProblem,
          409: problem(
            'It is a test note, the operator has not set up e-mail, or an idempotency key is in flight',
          ),
          429: problem(
            `Too many requests, or more than ${MOST_MAILS_A_DAY} mails of your company on one day (UTC); Retry-After says when to come back`,
          ),
        },
      },
    },
    async (request, reply) => {
      const { note, document } = await namedDocument(context, request, reply)
      const { to, language } = request.body
      const { company } = request.caller
      const by = (await findCompany(context.pool, company))?.name ?? ''
      const key = clientKeyOf(request)
      const sending = { note, document, to, language, by, key }
      const { sent, replayed } = sentOf(await sendDocument(context, callerOf(request), sending))
      if (replayed) reply.header('idempotent-replayed', 'true')
      return { sent }
    },
  )
}

function sentOf(sending: Sending): Extract<Sending, { readonly outcome: 'sent' }> {
  switch (sending.outcome) {
    case 'sent':
      return sending
    case 'not_sent':
      throw notSent(sending.sent, sending.failed)
    case 'too_many_mails':
      throw new Problem(
        'too_many_mails',
        `A company can send ${MOST_MAILS_A_DAY} emails a day (UTC), and ${sending.left} are left today. Nothing was sent.`,
        { headers: { 'retry-after': String(sending.retryAfterSeconds) } },
      )
    case 'test_note':
      throw new Problem('test_note', 'Nothing was sent: test documents are not sent by email.')
    case 'mail_not_configured':
      throw new Problem(
        'mail_not_configured',
        'Nothing was sent: the operator of this service must set SMTP_URL. Share the document’s url yourself.',
      )
    case 'file_missing':
      throw documentsUnavailable('The file is not in the storage; the operator has to restore it.')
    case 'busy':
      throw new Problem(
        'unavailable',
        'Many documents are being sent right now. Nothing was sent; try again.',
        {
          headers: { 'retry-after': '5' },
        },
      )
    case 'key_reused':
    case 'key_in_flight':
      throw keyProblem(sending.outcome)
    default:
      return sending satisfies never
  }
}

/** Says which addresses got nothing, and never what the mail server said: that tends to repeat the address. */
function notSent(sent: number, failed: readonly FailedMail[]): Problem {
  const errors = failed.map(({ index, isFinal }) => ({
    pointer: `/to/${index}`,
    code: isFinal ? 'refused' : 'not_sent',
    message: isFinal
      ? 'The mail server does not take this address. Check it.'
      : 'The mail server did not take the mail. Send it again.',
  }))
  const rest = sent === 0 ? 'Nothing was sent.' : `${sent} mails were sent; those in errors were not.`
  const again = 'A repeat with the same Idempotency-Key sends to these only.'
  return failed.every(({ isFinal }) => isFinal)
    ? new Problem('invalid_request', `${rest} Fix the addresses listed in errors.`, { errors })
    : new Problem('unavailable', `${rest} ${again}`, { errors, headers: { 'retry-after': '60' } })
}
