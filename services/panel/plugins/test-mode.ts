import type { SignedIn } from '@ecmr/accounts'
import { isTestCompany, testCompanyOf } from '@ecmr/domain'

/** What the cookie `mode` holds while test data are shown. */
export const TEST_MODE = 'test'

/** The person, acting for the test data of their company if this browser shows those. */
export function inChosenMode(person: SignedIn, isTest: boolean): SignedIn {
  if (!isTest) return person
  const { company } = person
  return { ...person, company: { ...company, id: testCompanyOf(company.id) } }
}

/** Whether a person looks at test data. */
export function isInTestMode(person: SignedIn | undefined): boolean {
  return person !== undefined && isTestCompany(person.company.id)
}
