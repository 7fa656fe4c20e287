import {
  accountOf,
  ecmrNumber,
  isTestCompany,
  isTestNumber,
  parseEcmrNumber,
  testCompanyOf,
} from '@ecmr/domain'
import t from 'tap'
import { v4, v7, validate, version } from 'uuid'

t.test('a test company has an id of its own, which leads back to the account', async (t) => {
  const company = v7()
  const tests = testCompanyOf(company)
  t.ok(validate(tests))
  t.equal(version(tests), 8)
  t.same([isTestCompany(tests), isTestCompany(company)], [true, false])
  t.equal(accountOf(tests), company)
  t.equal(accountOf(company), company)
  t.equal(testCompanyOf(tests), tests, 'there is no test of a test')
})

t.test('what is no company’s id has no test data', async (t) => {
  for (const other of ['', 'company-a', v4(), `${v7()} `]) {
    t.throws(() => testCompanyOf(other), RangeError, other)
    t.equal(isTestCompany(other), false)
    t.equal(accountOf(other), other)
  }
})

t.test(
  'numbers of test notes have TEST where others have the year, and a check character like them',
  async (t) => {
    const random = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9])
    const number = ecmrNumber('TEST', random)
    t.match(number, /^ECMR-TEST-123456789-/)
    t.equal(isTestNumber(number), true)
    t.equal(isTestNumber(ecmrNumber(2026, random)), false)
    for (const written of [
      number,
      number.toLowerCase(),
      number.replaceAll('-', ' '),
      number.replaceAll('-', ''),
    ])
      t.equal(parseEcmrNumber(written), number)
    const secret = number.slice('ECMR-TEST-'.length)
    t.equal(parseEcmrNumber(`ECMR-2026-${secret}`), undefined, 'the check character covers the word')
    t.equal(parseEcmrNumber(number.replace('1', '2')), undefined)
  },
)
