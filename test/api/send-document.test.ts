import { createHash } from 'node:crypto'
import { MOST_MAILS_A_DAY } from '@ecmr/document-links'
import { documentLanguages } from '@ecmr/domain'
import { openMailer } from '@ecmr/mail'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { decaFields } from '../domain/facts.js'
import { buildTestApi, type Customer } from '../support/api.js'
import { memoryStorage, plainFiles } from '../support/document-files.js'
import { type ReceivedMail, startMailServer } from '../support/mail-server.js'

/** An api that can send mail, a document that a company has issued, and what goes wrong. */
async function openSending(t: Test, files = plainFiles()) {
  const server = await startMailServer(t)
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const mailer = openMailer({ url: server.url, from: 'eCMR <no-reply@ecmr.example>', log: logger })
  t.teardown(() => mailer.close())
  const api = await buildTestApi(t, () => ({ mailer, logger, files }))
  const { id, ecmr_number } = await api.haulier.create(decaFields)
  const { document } = await issued(api.haulier, id)
  const path = `/api/ecmrs/${id}/documents/1`
  let keys = 0
  return {
    ...{ ...api, server, lines, id, ecmr_number, document, path },
    newKey: () => `key-${++keys}`,
    send: (
      to: readonly string[],
      { key = `key-${++keys}`, ...more }: { key?: string; language?: string } = {},
    ) => api.haulier.call('POST', `${path}/send`, { to, ...more }, { 'idempotency-key': key }),
    /** how many mails count today */
    counted: async (): Promise<number> =>
      (await api.pool.query('select mails from documents.mail_counts')).rows[0]?.mails ?? 0,
  }
}

async function issued({ call }: Customer, id: string) {
  const answer = await call('POST', `/api/ecmrs/${id}/documents`)
  if (answer.status !== 201) throw new Error(answer.text)
  return { document: JSON.parse(answer.text) }
}

const addresses = (received: readonly ReceivedMail[]) => received.map(({ to }) => to.join()).sort()

t.test('each address gets a message of its own with the address of the document and the file', async (t) => {
  const { send, server, document, ecmr_number, counted } = await openSending(t)
  const to = ['ana@example.com', 'luis@example.com', 'ANA@example.com']
  const answer = await send(to, { language: 'fr' })
  t.match(answer, { status: 200, text: '{"sent":2}' })
  t.strictSame(addresses(server.received), ['ana@example.com', 'luis@example.com'])
  for (const mail of server.received) {
    t.equal(mail.headers.get('subject'), `Document de contrôle (DeCA) ${ecmr_number}`)
    t.match(mail.text, /^Bonjour,\n\nTransportes Guadalquivir vous envoie ce document/)
    t.match(mail.text, `${ecmr_number}, version 1\n`)
    t.strictSame(mail.links, [document.url])
    const [file] = mail.attachments
    t.match(file, { name: `${ecmr_number}.pdf`, type: 'application/pdf' })
    t.equal(file && createHash('sha256').update(new Uint8Array(file.bytes)).digest('hex'), document.sha256)
  }
  t.equal(await counted(), 2)
  const subjects = new Set<string>()
  for (const language of documentLanguages) {
    t.equal((await send(['eva@example.com'], { language })).status, 200)
    subjects.add(server.received.at(-1)?.headers.get('subject') ?? '')
  }
  t.equal(subjects.size, documentLanguages.length, 'in every language')
  await send(['eva@example.com'])
  t.match(server.received.at(-1)?.text, /^Hola:/, 'in that of the document unless asked')
})

t.test('a repeat with the same key sends nothing twice, and what failed once more', async (t) => {
  const { send, newKey, server, counted } = await openSending(t)
  const [key, to] = [newKey(), ['ana@example.com', 'luis@example.com', 'eva@example.com']]
  server.refuse(451)
  const failed = await send(to, { key })
  t.match(failed.problem(), { status: 503, code: 'unavailable', errors: [{ code: 'not_sent' }] })
  t.ok(failed.headers['retry-after'])
  const [fault] = failed.problem().errors ?? []
  const missing = to[Number(fault?.pointer.split('/').at(-1))]
  t.notOk(addresses(server.received).includes(missing ?? ''))
  t.equal(await counted(), 2, 'only what was sent counts')

  t.match(await send(to, { key }), { status: 200, text: '{"sent":3}' })
  t.strictSame(addresses(server.received), [...to].sort())
  const again = await send(to, { key })
  t.match(again, { status: 200, text: '{"sent":3}', headers: { 'idempotent-replayed': 'true' } })
  t.equal(server.received.length, 3)
  t.equal(await counted(), 3)
  t.equal((await send(['other@example.com'], { key })).problem().code, 'idempotency_key_reused')
})

t.test('what the mail server does not take for good is the caller’s to correct', async (t) => {
  const { send, server, counted } = await openSending(t)
  server.refuse(550)
  t.match((await send(['nobody@example.com'])).problem(), {
    status: 400,
    errors: [{ pointer: '/to/0', code: 'refused' }],
  })
  t.equal(await counted(), 0)
})

t.test('a hundred mails a day, also when they are asked for at once', async (t) => {
  const { send, server, counted, rival } = await openSending(t)
  const ten = Array.from({ length: 10 }, (_, n) => `driver${n}@example.com`)
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(ten)))
  t.equal(answers.filter(({ status }) => status === 200).length, MOST_MAILS_A_DAY / 10)
  const refused = answers.find(({ status }) => status !== 200)
  t.match(refused?.problem(), { status: 429, code: 'too_many_mails' })
  t.ok(Number(refused?.headers['retry-after']) > 0)
  t.equal(server.received.length, MOST_MAILS_A_DAY)
  t.equal(await counted(), MOST_MAILS_A_DAY)
  const theirs = await rival.create()
  await issued(rival, theirs.id)
  const sent = await rival.call('POST', `/api/ecmrs/${theirs.id}/documents/1/send`, { to: ['x@example.com'] })
  t.equal(sent.status, 200, 'another company has its own hundred')
})

t.test('of a closed document the file is sent, and no address', async (t) => {
  const { send, server, pool } = await openSending(t)
  await pool.query('update documents.links set closed_at = now()')
  t.equal((await send(['ana@example.com'])).status, 200)
  t.strictSame(server.received[0]?.links, [])
  t.equal(server.received[0]?.attachments.length, 1)
})

t.test('without mail nothing is sent, and the answer says who can change that', async (t) => {
  const { haulier } = await buildTestApi(t)
  const { id } = await haulier.create()
  await issued(haulier, id)
  const answer = await haulier.call('POST', `/api/ecmrs/${id}/documents/1/send`, { to: ['ana@example.com'] })
  t.match(answer.problem(), { status: 409, code: 'mail_not_configured', detail: /SMTP_URL/ })
})

t.test('without the file nothing is sent', async (t) => {
  const storage = memoryStorage()
  const { send, server, counted } = await openSending(t, plainFiles({ storage }))
  storage.objects.clear()
  t.match((await send(['ana@example.com'])).problem(), { status: 503, code: 'documents_unavailable' })
  t.strictSame([server.answered, await counted()], [0, 0])
})

t.test('addresses stand in no log line, event or table', async (t) => {
  const { send, server, lines, pool } = await openSending(t)
  server.refuse(451, 550)
  await send(['secreto@example.com'])
  await send(['secreto@example.com'])
  await send(['secreto@example.com'])
  t.equal(server.received.length, 1)
  for (const table of ['log.events', 'api.idempotency_keys', 'documents.outbox', 'documents.mail_counts']) {
    const { rows } = await pool.query(`select coalesce(json_agg(r), '[]') as all from ${table} r`)
    t.notMatch(JSON.stringify(rows), /secreto/, table)
  }
  t.ok(lines.length > 0)
  t.notMatch(lines.join(''), /secreto/)
})

t.test('wrong bodies and the documents of others are refused', async (t) => {
  const { haulier, rival, path, id, server } = await openSending(t)
  const to = ['ana@example.com']
  for (const body of [
    {},
    { to: [] },
    { to: Array.from({ length: 11 }, (_, n) => `driver${n}@example.com`) },
    { to: ['a@example.com, b@example.com'] },
    { to: ['ana'] },
    { to, language: 'ja' },
  ])
    t.equal((await haulier.call('POST', `${path}/send`, body)).status, 400, JSON.stringify(body))
  t.equal((await rival.call('POST', `${path}/send`, { to })).status, 404)
  for (const n of ['2', '0', 'x'])
    t.equal((await haulier.call('POST', `/api/ecmrs/${id}/documents/${n}/send`, { to })).status, 404)
  t.equal(server.answered, 0)
})
