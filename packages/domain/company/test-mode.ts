import { actingFor, type CompanyId } from './events.js'

// The digit of a UUID that says its version. Companies have version 7; version 8 is free for any use (RFC 9562, section 5.8).
const COMPANY = /^([0-9a-f]{8}-[0-9a-f]{4}-)7([0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})$/i
const TEST_COMPANY = /^([0-9a-f]{8}-[0-9a-f]{4}-)8([0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})$/i

/**
 * The id under which a company's test data is kept. It differs from the company's own, so nothing that asks for one company's
 * data finds that of the other; and it tells by itself that it is a test.
 *
 * @param company UUIDv7; one that is a test company's already stays as it is
 * @throws RangeError when it is neither
 */
export function testCompanyOf(company: string): CompanyId {
  if (isTestCompany(company)) return actingFor(company)
  if (!COMPANY.test(company)) throw new RangeError(`${company} is not the id of a company`)
  return actingFor(company.replace(COMPANY, '$18$2'))
}

/** Whether what belongs to this company is a test. */
export function isTestCompany(company: string): boolean {
  return TEST_COMPANY.test(company)
}

/** The company that has the account: people, keys, plan and policy are the same for its test data. */
export function accountOf(company: string): CompanyId {
  return actingFor(company.replace(TEST_COMPANY, '$17$2'))
}
