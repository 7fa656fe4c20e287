import { recordAudit } from '@ecmr/accounts'
import { columnSchemas, type Imported, importEntries } from '@ecmr/application'
import { importLimits, type Language, type Register } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import { concurrentBodies } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../../commands/caller.js'
import type { PanelContext } from '../../../context.js'
import { emptyForm, typedAs, valuesOf } from '../../../forms/form.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { access, type PanelServer, signedIn } from '../../../panel-server.js'
import { sendToLogin } from '../../../plugins/access.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { nameIn } from '../../notes/shared/labels.js'
import { registerPage } from '../register-page.js'
import { registerTexts } from '../texts.js'
import { registerAddress } from '../words.js'
import { TABLE_FIELD, takeTables } from './sent-table.js'

/** Tables stand in memory as a whole. */
const MOST_AT_ONCE = { total: 8, perClient: 2 } as const
const tables = concurrentBodies(MOST_AT_ONCE)
/** Some room for the other parts of the form. */
const ROOM = 16 * 1024

/** The page that takes a table, says what is wrong with it, and imports it when nothing is. */
export function tablePages(app: PanelServer, context: PanelContext, register: Register): void {
  const address = registerAddress(register, '/importar')
  app.get(address, access.member, async (request, reply) => show(request, reply, register))

  app.register((forms, _options, done) => {
    takeTables(forms)
    forms.post(
      address,
      {
        config: { access: 'member', opensAnew: true },
        onRequest: admit,
        bodyLimit: importLimits.bytes + ROOM,
      },
      async (request, reply) => {
        const { sentTable: sent } = request
        const { table: said } = registerTexts[request.visitor.language]
        if (!sent.ok) {
          const status = sent.fault === 'tooLarge' ? 413 : 400
          return show(request, reply.code(status), register, { fault: said[sent.fault] })
        }
        const person = signedIn(request)
        const command = {
          company: person.company.id,
          register,
          actor: actorOf(person),
          correlationId: request.id,
        }
        const dryRun = typedAs(valuesOf(request), 'do') !== 'import'
        const imported = await importEntries({ pool: context.pool, recordAudit }, command, {
          bytes: sent.bytes,
          dryRun,
        })
        return show(request, reply.code(imported.ok ? 200 : 400), register, { imported })
      },
    )
    done()
  })
}

/** Admits so many tables at once, and none of a visitor who is not logged in, before any of it is taken. */
async function admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { signedIn: person } = request.visitor
  if (person === undefined) return sendToLogin(request, reply)
  if (tables.enter(reply.raw, person.company.id)) return undefined
  throw new PageProblem('rate_limited', { 'retry-after': '5' })
}

interface Outcome {
  readonly fault?: string
  readonly imported?: Imported
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  register: Register,
  { fault, imported }: Outcome = {},
): FastifyReply {
  const { language } = request.visitor
  const t = registerTexts[language]
  return registerPage(reply, register, 'table/import', {
    title: t.table.title[register],
    form: fault === undefined ? emptyForm() : { values: {}, faults: { [TABLE_FIELD]: fault } },
    labels: { [TABLE_FIELD]: t.table.file },
    columns: ['id', ...columnSchemas(register).keys()],
    rows: importLimits.rows,
    most: importLimits.faults,
    answer: imported?.ok ? imported.answer : undefined,
    faults: imported?.ok === false ? imported.faults.map((each) => placed(each, language)) : undefined,
  })
}

/** A fault with its line and column, in the words of the page. */
function placed({ pointer, code, message }: Fault, language: Language) {
  const [, line = '', column = ''] = pointer.split('/')
  const t = registerTexts[language]
  const said = nameIn(t.tableFaults, code)
  const bare = message.replace(/^Line \d+(, column [^:]+)?: /, '')
  const general = sentencesFor([{ pointer: '/x', code, message: bare }], language).x
  // English has the message itself, which says most.
  return { line, column, said: language === 'en' ? bare : (said ?? general) }
}
