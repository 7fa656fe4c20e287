import { errorToLog } from '@ecmr/runtime'
import pg from 'pg'
import { pino } from 'pino'
import t from 'tap'
import { testDatabase } from '../support/database.js'

t.test('an error of PostgreSQL is logged without the row that it is about', async (t) => {
  const client = new pg.Client({ connectionString: await testDatabase(t) })
  await client.connect()
  t.teardown(() => client.end())
  await client.query('create table drawers (content text check (content is null), letter jsonb)')
  const lines: string[] = []
  const log = pino({ serializers: { err: errorToLog } }, { write: (line: string) => lines.push(line) })
  for (const statement of [
    `insert into drawers values ('a secret', null)`,
    `insert into drawers values (null, '{"a": "a secret", broken}')`,
    `select 'a secret'::integer`,
  ]) {
    await client.query(statement).catch((err: unknown) => log.error({ err }, 'not kept'))
  }
  t.equal(lines.length, 3)
  t.match(lines[2], 'invalid input syntax for type integer')
  t.notMatch(lines.join(''), 'a secret')
  const [first = ''] = lines
  t.match(JSON.parse(first), {
    msg: 'not kept',
    err: { message: /violates check constraint/, code: '23514', constraint: String, stack: /error-to-log/ },
  })
})

t.test('JSON that cannot be read is not repeated', (t) => {
  const thrown = (): unknown => {
    try {
      return JSON.parse('Zoraida Quintanilla')
    } catch (error) {
      return errorToLog(error)
    }
  }
  t.match(thrown(), { type: 'SyntaxError', message: /is not valid JSON/, stack: /error-to-log/ })
  t.notMatch(JSON.stringify(thrown()), 'Zoraida')
  t.end()
})

t.test('whatever else is thrown is logged as it is', async (t) => {
  t.match(errorToLog(new TypeError('wrong')), { type: 'TypeError', message: 'wrong' })
  t.equal(errorToLog('a text'), 'a text')
})
