import { passwordFault, type Registration } from '@ecmr/accounts'
import { closed, type Language, text } from '@ecmr/http-contract'
import { checkBody } from '@ecmr/validation'
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { type FormState, valuesOf } from '../../../forms/form.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { emailAddress } from '../email-address.js'
import { passwordFaults } from '../password/texts.js'
import { typedPassword } from '../password/typed-password.js'

const registrationForm = closed({
  company_name: text('Name of the company', 200),
  name: text('Name of the person', 200),
  email: emailAddress,
  password: Type.String({ minLength: 1 }),
})

/** What somebody who registers has typed. */
export function registrationTyped(request: FastifyRequest): Registration {
  const { company_name = '', name = '', email = '' } = valuesOf(request)
  return { company_name, name, email, password: typedPassword(request), language: request.visitor.language }
}

/** What is wrong with it. */
export function registrationFaults(
  { language: _, ...typed }: Registration,
  language: Language,
): FormState['faults'] {
  const faults = sentencesFor(checkBody(registrationForm, typed), language)
  const fault = passwordFault(typed.password, [typed.name, typed.email, typed.company_name])
  if (fault === undefined || faults.password !== undefined) return faults
  return { ...faults, password: passwordFaults[language][fault] }
}
