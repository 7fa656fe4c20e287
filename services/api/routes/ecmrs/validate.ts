import { complianceOf } from '@ecmr/application'
import {
  createEcmrRequest,
  faultsFromValidation,
  givenFields,
  validationView,
  withContradictions,
} from '@ecmr/contract'
import { checkFields } from '@ecmr/domain'
import { preferredLanguage } from '@ecmr/web'
import type { Route } from '../../api-server.js'
import { bodyLimits } from '../../body-limits.js'
import { bodyProblems, readProblems } from '../problem-answers.js'

/** Answers what a creation would answer. The answer to a body with faults is 200 too: the check itself succeeded. */
export const validateEcmr: Route = (app) => {
  app.post(
    '/api/ecmrs/validate',
    {
      config: { access: ['ecmrs:read', 'ecmrs:write'] },
      attachValidation: true,
      bodyLimit: bodyLimits.note,
      schema: {
        operationId: 'validateEcmr',
        tags: ['Consignment notes'],
        summary: 'Try out a creation: its faults and what the law would still miss. Nothing is stored',
        body: createEcmrRequest,
        response: { 200: validationView, ...readProblems, ...bodyProblems },
      },
    },
    async (request) => {
      const { body, validationError } = request
      if (validationError) {
        const faults = faultsFromValidation(validationError, request)
        return { valid: false, errors: withContradictions(faults, body, 'create') }
      }
      const fields = givenFields(body)
      const errors = checkFields(fields, 'create')
      return {
        valid: errors.length === 0,
        errors,
        compliance: complianceOf({ fields, company_id: request.caller.company }, preferredLanguage(request)),
      }
    },
  )
}
