import { passwordFault, type Registration } from '@ecmr/accounts'
import { closed } from '@ecmr/http-contract'
import { checkBody } from '@ecmr/validation'
import type { FastifyRequest } from 'fastify'
import { type FormState, valuesOf } from '../../../forms/form.js'
import { oneLine } from '../../../forms/one-line.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { emailAddress } from '../email-address.js'
import { passwordFaults } from '../password/texts.js'
import { typedPassword } from '../password/typed-password.js'

const registrationForm = closed({
  company_name: oneLine('Name of the company', 200),
  name: oneLine('Name of the person', 200),
  email: emailAddress,
})

/** What somebody who registers has typed. */
export function registrationTyped(request: FastifyRequest): Registration {
  const { company_name = '', name = '', email = '' } = valuesOf(request)
  return { company_name, name, email, password: typedPassword(request), language: request.visitor.language }
}

/** What is wrong with it. */
export function registrationFaults({
  company_name,
  name,
  email,
  password,
  language,
}: Registration): FormState['faults'] {
  const fault = passwordFault(password, [name, email, company_name])
  return {
    ...sentencesFor(checkBody(registrationForm, { company_name, name, email }), language),
    ...(fault && { password: passwordFaults[language][fault] }),
  }
}
