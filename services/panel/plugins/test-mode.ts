import type { SignedIn } from '@ecmr/accounts'
import { isTestCompany, testCompanyOf } from '@ecmr/domain'
import type { FastifyRequest } from 'fastify'
import type { Cookies } from './cookies.js'

/** What the cookie `mode` holds while test data are shown. */
export const TEST_MODE = 'test'

/** The person, acting for the test data of their company if this browser shows those. */
export function inChosenMode(person: SignedIn, request: FastifyRequest, cookies: Cookies): SignedIn {
  if (cookies.read(request, 'mode') !== TEST_MODE) return person
  const { company } = person
  return { ...person, company: { ...company, id: testCompanyOf(company.id) } }
}

/** Whether a person looks at test data. */
export function isInTestMode(person: SignedIn | undefined): boolean {
  return person !== undefined && isTestCompany(person.company.id)
}
