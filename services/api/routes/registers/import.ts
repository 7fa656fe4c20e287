import { recordAudit } from '@ecmr/accounts'
import { importEntries } from '@ecmr/application'
import {
  importAnswer,
  importLimits,
  importQuery,
  queryValidators,
  type Register,
  registerWords,
} from '@ecmr/contract'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import type { Route } from '../../api-server.js'
import { Problem } from '../../problems/problem.js'
import { problem, writeProblems } from '../problem-answers.js'
import { registerCaller } from './register-command.js'

const CSV = 'text/csv'

/** Takes a table in one body, and all of it or nothing. */
export const importIntoRegister =
  (register: Register): Route =>
  (app, { pool }) => {
    app.register(async (inner) => {
      const tables = inner.withTypeProvider<TypeBoxTypeProvider>()
      tables.removeAllContentTypeParsers()
      tables.addContentTypeParser(CSV, { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
      tables.post(
        `/api/${register}.csv`,
        {
          config: { access: 'ecmrs:write', takes: CSV },
          bodyLimit: importLimits.bytes,
          validatorCompiler: ({ httpPart, schema }) =>
            httpPart === 'body' ? () => true : queryValidators.compile(schema),
          schema: {
            operationId: `import${registerWords(register).many}`,
            tags: ['Registers'],
            summary: `Import ${register} from a CSV table, all of it or nothing`,
            description: `At most ${importLimits.rows.toLocaleString('en')} rows in UTF-8, parted by commas, semicolons or tabs; the first row has the names of the members. A row with the id or reference of an entry changes it in the columns that the table has, where a blank cell clears; one that says what an entry says already changes nothing. Faults name line and column.`,
            querystring: importQuery,
            body: { content: { [CSV]: { schema: Type.String() } } },
            response: { 200: importAnswer, ...writeProblems, 415: problem('The body is not CSV') },
          },
        },
        async (request) => {
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const asked = { bytes, dryRun: request.query.dry_run }
          const imported = await importEntries(
            { pool, recordAudit },
            registerCaller(request, register),
            asked,
          )
          if (imported.ok) return imported.answer
          const detail =
            'Nothing was imported. Fix the errors listed in errors; each names its line and column.'
          throw new Problem('invalid_request', detail, { errors: imported.faults })
        },
      )
    })
  }
