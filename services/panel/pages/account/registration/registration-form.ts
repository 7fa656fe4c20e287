import { passwordFault, type Registrant } from '@ecmr/accounts'
import { checkBody, closed, type Language } from '@ecmr/contract'
import type { FastifyRequest } from 'fastify'
import { type FormState, valuesOf } from '../../../forms/form.js'
import { oneLine } from '../../../forms/one-line.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { emailAddress } from '../email-address.js'
import { passwordFaults } from '../password/texts.js'

const registrantForm = closed({
  company_name: oneLine('Name of the company', 200),
  name: oneLine('Name of the person', 200),
  email: emailAddress,
})

/** What somebody who registers has typed of himself. */
export function registrantTyped(request: FastifyRequest): Registrant {
  const { company_name = '', name = '', email = '' } = valuesOf(request)
  return { company_name, name, email, language: request.visitor.language }
}

/** What is wrong with it. */
export function registrantFaults({ language, ...typed }: Registrant): FormState['faults'] {
  return sentencesFor(checkBody(registrantForm, typed), language)
}

/** What is wrong with the password that he has chosen. */
export function chosenPasswordFaults(
  { company_name, name, email }: Registrant,
  password: string,
  language: Language,
): FormState['faults'] {
  const fault = passwordFault(password, [name, email, company_name])
  return fault === undefined ? {} : { password: passwordFaults[language][fault] }
}
