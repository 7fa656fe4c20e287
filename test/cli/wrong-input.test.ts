import t from 'tap'
import { testDatabase } from '../support/database.js'
import { ecmrHere } from './ecmr-here.js'
import { runEcmr } from './run-ecmr.js'

const NOWHERE = 'postgres://nobody:secret@127.0.0.1:1/nothing'

t.test('wrong input is one sentence and an exit code that is not 0', async (t) => {
  const url = await testDatabase(t)
  t.equal((await runEcmr(url, 'store', 'migrate')).code, 0)
  const cases: readonly (readonly [string, RegExp])[] = [
    [
      'keys create --company Nobody',
      /There is no company "Nobody"; "ecmr companies list" shows those there are\./,
    ],
    [
      'keys create --company N --scopes ecmrs:read,everything',
      /There is no scope "everything"; there are ecmrs:read, /,
    ],
    [
      'keys create --company N --expires tomorrow',
      /Give an instant with its time zone, such as 2027-01-31T12:00:00Z/,
    ],
    ['keys create --company N --expires 2027-02-30T00:00:00Z', /Give an instant with its time zone/],
    ['keys create --company N --expires 2020-01-01T00:00:00Z', /Give an instant in the future/],
    [
      'companies create --name N --plan gold',
      /'gold' is invalid\. Allowed choices are free, pro, enterprise\./,
    ],
    ['companies create', /required option '--name <name>' not specified/],
    ['companies set-policy N strictest', /Allowed choices are lenient, strict/],
    [
      'projections rebuild everything',
      /There is no projection "everything"; there are list, tracking, history, and all\./,
    ],
    ['projections rebuild all --parallel 0', /Give a whole number from 1 to /],
    ['projections parked retry list ecmr-x', /list has not parked "ecmr-x"/],
    [
      'audit export ECMR-2026-XXXX',
      /"ECMR-2026-XXXX" is neither the id nor the number of a consignment note\./,
    ],
    ['audit export 01a133cd-833b-7535-ba5a-63600de6e069', /There is no consignment note 01a133cd-/],
    ['demo seed --notes many', /Give a whole number from 1 to /],
    ['audit verfy', /unknown command 'verfy'/],
  ]
  await Promise.all(
    cases.map(async ([line, sentence], index) => {
      // One that the command refuses, and one that the reading of its words does, in a process of their own.
      const run = index < 2 ? runEcmr : ecmrHere
      const { code, stdout, stderr } = await run(url, ...line.split(' '))
      t.equal(code, 1, line)
      t.equal(stdout, '', line)
      t.match(stderr, sentence, line)
      t.match(stderr, /^error: /, line)
      t.notMatch(stderr, /\n +at /, line)
    }),
  )
})

t.test('a database that cannot be reached is named without its password', async (t) => {
  const { code, stderr } = await runEcmr(NOWHERE, 'companies', 'list')
  t.equal(code, 1)
  t.match(
    stderr,
    /^error: PostgreSQL at 127\.0\.0\.1:1\/nothing cannot be used \(.*ECONNREFUSED.*\); check DATABASE_URL/,
  )
  t.notMatch(stderr, /secret|\n +at /)
})

t.test('a database without tables says what to do', async (t) => {
  const { code, stderr } = await ecmrHere(await testDatabase(t), 'companies', 'list')
  t.equal(code, 1)
  t.match(
    stderr,
    /^error: The database does not hold the tables of this version yet; run "ecmr store migrate" first\./,
  )
})
