import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { type ServiceProcess, startAlone, untilReady } from '../processes/service.js'
import { OTHER_PASSWORD, PASSWORD, pathOf } from '../support/account.js'
import { databaseWithTables } from '../support/database-with-tables.js'
import { startMailServer, type TestMailServer } from '../support/mail-server.js'
import { until } from '../support/until.js'
import { type Page, type Visit, visitAt } from '../support/visit.js'

const SITE_URL = 'http://localhost:8080'
const nuria = {
  company_name: 'Transportes del Ebro, S.L.',
  name: 'Núria Puig',
  email: 'nuria@example.com',
  password: PASSWORD,
}

interface Pair {
  readonly api: ServiceProcess
  readonly mail: TestMailServer
  /** a visitor whose requests alternate between the two panels */
  visitor(): Visit
}

/** Two panels and an api over one database, and a mail server. */
async function startPair(t: Test): Promise<Pair> {
  const mail = await startMailServer(t)
  const env = { DATABASE_URL: await databaseWithTables(t), SITE_URL }
  const sending = { SMTP_URL: mail.url, MAIL_FROM: 'Cartas de porte <notes@example.com>' }
  const processes = await Promise.all([
    startAlone(t, 'api', env),
    startAlone(t, 'panel', { ...env, ...sending }),
    startAlone(t, 'panel', { ...env, ...sending }),
  ])
  await Promise.all(processes.map(untilReady))
  const [api, ...panels] = processes
  return {
    api,
    mail,
    visitor() {
      let turn = 0
      return visitAt(() => panels[turn++ % panels.length]?.url ?? '', { isPatient: true })
    },
  }
}

/** Registers with one panel, and follows the link at the other. */
async function register({ mail, visitor }: Pair): Promise<Visit> {
  const person = visitor()
  await person.send('/registro', nuria)
  const { links } = await mail.next()
  const confirmed = await person.send(pathOf(links[0]), { password: PASSWORD })
  if (confirmed.location !== '/') throw new Error(`not confirmed: ${confirmed.text}`)
  return person
}

async function statusAt({ api }: Pair, key: string): Promise<number> {
  return (await fetch(`${api.url}/api/ecmrs`, { headers: { 'x-api-key': key } })).status
}

t.test('what a panel begins another one goes on with, and an api hears of it', async (t) => {
  const pair = await startPair(t)
  const person = await register(pair)
  t.match(await person.open('/cuenta'), { status: 200, text: /nuria@example\.com/ })
  const form = { name: 'ERP', scopes: ['ecmrs:read', 'ecmrs:write'], lifetime: 'never', once: randomUUID() }
  const made = await person.send('/claves', form)
  const [key = ''] = /ecmr_live_\w{20,}/.exec(made.text) ?? []
  t.equal(await statusAt(pair, key), 200, made.text)

  const [, id] = key.split('_').slice(1)
  t.equal((await person.send(`/claves/${id}/revocar`, {})).location, '/claves')
  await until(async () => (await statusAt(pair, key)) === 401, 'the key to be refused')

  await person.send('/salir', {}, { from: '/cuenta' })
  for (const _ of ['one panel', 'the other']) t.match((await person.open('/cuenta')).location, /^\/entrar/)
})

t.test('who tries passwords at several panels may try as many as at one', async (t) => {
  const pair = await startPair(t)
  await register(pair)
  const guesser = pair.visitor()
  const guess = (password: string): Promise<Page> => guesser.send('/entrar', { email: nuria.email, password })
  const statuses: number[] = []
  for (let nth = 1; nth <= 7; nth++) statuses.push((await guess(OTHER_PASSWORD)).status)
  t.same(statuses, [400, 400, 400, 400, 400, 429, 429])
  t.equal((await guess(PASSWORD)).status, 429, 'the right one has to wait as well')
})
