import { complianceOf, composeNote, entriesNamed } from '@ecmr/application'
import {
  anyCreateRequest,
  createSchemaFor,
  faultsFromValidation,
  givenFields,
  givenParts,
  namesEntries,
  validationView,
  withContradictions,
} from '@ecmr/contract'
import { checkFields, type EcmrFields } from '@ecmr/domain'
import { preferredLanguage } from '@ecmr/web'
import type { Route } from '../../api-server.js'
import { bodyLimits } from '../../body-limits.js'
import { bodyByShape } from '../../validation/body-by-shape.js'
import { bodyProblems, readProblems } from '../problem-answers.js'

/** Answers what a creation would answer. The answer to a body with faults is 200 too: the check itself succeeded. */
export const validateEcmr: Route = (app, { pool }) => {
  app.post(
    '/api/ecmrs/validate',
    {
      config: { access: ['ecmrs:read', 'ecmrs:write'] },
      attachValidation: true,
      bodyLimit: bodyLimits.note,
      validatorCompiler: bodyByShape(createSchemaFor),
      schema: {
        operationId: 'validateEcmr',
        tags: ['Consignment notes'],
        summary: 'Try out a creation: its faults and what the law would still miss. Nothing is stored',
        body: anyCreateRequest,
        response: { 200: validationView, ...readProblems, ...bodyProblems },
      },
    },
    async (request) => {
      const { body, validationError } = request
      if (validationError) {
        const faults = faultsFromValidation(validationError, request)
        return { valid: false, errors: withContradictions(faults, body, 'create') }
      }
      const { company } = request.caller
      const complianceWith = (fields: EcmrFields) =>
        complianceOf({ fields, company_id: company }, preferredLanguage(request))
      if (namesEntries(body)) {
        const parts = givenParts(body)
        const composed = composeNote(parts, await entriesNamed(pool, company, [parts]))
        if (!composed.ok) return { valid: false, errors: composed.faults }
        return { valid: true, errors: [], compliance: complianceWith(composed.fields) }
      }
      const fields = givenFields(body)
      const errors = checkFields(fields, 'create')
      return { valid: errors.length === 0, errors, compliance: complianceWith(fields) }
    },
  )
}
