import { randomUUID } from 'node:crypto'
import { FIELDS_OF_EVERY_LINE, freePort, LOG_FIELDS } from '@ecmr/runtime'
import pg from 'pg'
import t from 'tap'
import { customerAt, startOn } from '../all-in-one/service.js'
import { newCustomer } from '../processes/customer.js'
import { testDatabase } from '../support/database.js'
import { startMailServer } from '../support/mail-server.js'
import { until } from '../support/until.js'

/** Words that occur nowhere else, for each kind of value that a person or company would not want in a log. */
const PLANTED = {
  driver: 'Zoraidaquint',
  company: 'Quirogatrans',
  email: 'zoraida.planted@example.com',
  phone: '+34 611 909 073',
  plate: '7391 ZQX',
  street: 'Calle Plantadita',
  goods: 'ajoarrieroplantado',
  reason: 'motivoplantado',
  password: 'contraseñaplantada y larga',
} as const

const note = {
  sender_company_name: PLANTED.company,
  sender_address: PLANTED.street,
  sender_city: 'Sevilla',
  receiver_company_name: `${PLANTED.company} SARL`,
  receiver_address: PLANTED.street,
  receiver_city: 'Lyon',
  goods_description: PLANTED.goods,
  pickup_date: '2026-12-01',
  driver_name: PLANTED.driver,
  vehicle_plate: PLANTED.plate,
  carrier_company_name: PLANTED.company,
  reference: PLANTED.reason,
}

t.test('nothing that was planted all over the service stands in its log, at any level', async (t) => {
  const mail = await startMailServer(t)
  mail.refuse(550, 550, 550, 550)
  const DATABASE_URL = await testDatabase(t)
  const service = await startOn(t, {
    DATABASE_URL,
    LOG_LEVEL: 'trace',
    LOG_FORMAT: 'json',
    SMTP_URL: mail.url,
    MAIL_FROM: 'notes@example.com',
    WEBHOOK_RETRY_SCHEDULE: '0s,0.05s',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  })
  const { url } = service
  const { key } = await newCustomer(DATABASE_URL)
  const customer = customerAt(url, key)
  const statuses = new Set<number>()
  async function ask(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    })
    statuses.add(answer.status)
    return answer.text()
  }
  await customer.registerWebhook({
    url: `https://127.0.0.1:${await freePort()}/${PLANTED.reason}`,
    events: ['ecmr.created'],
  })
  const { id } = await customer.createEcmr(note)
  await customer.signEcmr(id, { role: 'carrier', signer_name: PLANTED.driver, method: 'typed' })
  await customer.issueEcmrDocument(id)
  await ask(`/api/ecmrs/${id}/incidents`, { type: 'damage', description: PLANTED.reason })
  await ask('/api/drivers', { name: PLANTED.driver, phone: PLANTED.phone, email: PLANTED.email })
  await ask('/api/parties', { name: PLANTED.company, address: PLANTED.street })

  // What is refused.
  await ask('/api/ecmrs', `{"sender_company_name": "${PLANTED.company}", ${PLANTED.goods}`)
  await ask('/api/ecmrs', { ...note, pickup_date: PLANTED.reason, driver_name: 7 })
  await ask('/api/ecmrs', { ...note, goods_description: `${PLANTED.goods}\u0000` })
  for (const text of [PLANTED.driver, `%00${PLANTED.driver}`]) await ask(`/api/ecmrs?search=${text}`)
  await ask(`/api/ecmrs/${PLANTED.driver}`)
  await ask(`/api/tracking/${PLANTED.company}`)
  await ask(`/${PLANTED.company}?name=${PLANTED.driver}`)
  await ask('/mcp', { jsonrpc: '2.0', id: 1, method: PLANTED.driver })
  for (const path of ['/entrar', '/registro', '/recuperar'])
    await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'x-request-id': randomUUID() },
      body: new URLSearchParams({ email: PLANTED.email, password: PLANTED.password, name: PLANTED.driver }),
      redirect: 'manual',
    })
  await ask(`/api/ecmrs/${id}/document/send`, { to: PLANTED.email, kind: 'cmr' })

  // What fails: a row that PostgreSQL will not take, a table that is not there, connections that are cut.
  const db = new pg.Client({ connectionString: DATABASE_URL })
  await db.connect()
  t.teardown(() => db.end())
  await db.query(`alter table registers.entries add constraint planted check (id is null) not valid`)
  await ask('/api/drivers', { name: PLANTED.driver, phone: PLANTED.phone, email: PLANTED.email })
  await db.query('alter table rm_list.notes rename to notes_elsewhere')
  await ask(`/api/ecmrs?search=${PLANTED.driver}`)
  await customer.createEcmr(note)
  await until(
    () =>
      /"projection":"list".*"reason"|"reason".*"projection":"list"|tried again|begins again/.test(
        service.process.output(),
      ),
    'a projection that cannot write',
  )
  await db.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await ask('/api/ecmrs', note)

  t.ok(statuses.has(500), `something failed: ${[...statuses].join(', ')}`)
  const output = service.process.output()
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  t.ok(lines.length > 30, `${lines.length} lines were written`)
  for (const expected of ['"msg":"answered"', '"msg":"request failed"', '"err":{'])
    t.match(output, expected, `there are lines with ${expected}`)
  for (const [what, word] of Object.entries(PLANTED))
    for (const form of [word, encodeURIComponent(word), JSON.stringify(word).slice(1, -1)])
      t.notOk(output.includes(form), `${what}: ${lineWith(output, form)}`)
  t.notOk(output.includes(key), 'the API key')
  const known = new Set([...Object.keys(FIELDS_OF_EVERY_LINE), ...Object.keys(LOG_FIELDS)])
  const unknown = lines.flatMap((line) =>
    Object.keys(JSON.parse(line)).filter((name) => !known.has(name) || name === 'unknown_fields'),
  )
  t.strictSame(unknown, [], 'every line has fields of the schema only')
})

function lineWith(output: string, word: string): string {
  return output.split('\n').find((line) => line.includes(word)) ?? 'in no line'
}
