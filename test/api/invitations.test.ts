import { invitationList, madeInvitationView } from '@ecmr/contract'
import { invitationLimits, noteStream } from '@ecmr/domain'
import { openMailer } from '@ecmr/mail'
import t from 'tap'
import { buildTestApi, type Customer } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { startMailServer } from '../support/mail-server.js'

const mails = await startMailServer(t)
const log = { warn: () => undefined, error: () => undefined }
const mailer = openMailer({ url: mails.url, from: 'eCMR <ecmr@example.com>', log, pauses: [] })
t.teardown(() => mailer.close())
const api = await buildTestApi(t)
const { haulier } = api
const mailing = await api.another({ mailer })

const receiver = { role: 'receiver', name: 'Jean Martin' } as const
const LINK = /^https:\/\/ecmr\.example\/f\/[\w-]{43}$/

async function invite(
  by: Customer,
  id: string,
  body: object = receiver,
  headers: Record<string, string> = {},
) {
  const answer = await by.call('POST', `/api/ecmrs/${id}/invitations`, body, headers)
  t.equal(answer.status, 201, answer.text)
  return { answer, made: asPromised(madeInvitationView, answer.json()) }
}

async function listed(by: Customer, id: string) {
  const answer = await by.call('GET', `/api/ecmrs/${id}/invitations`)
  return asPromised(invitationList, answer.json()).data
}

t.test('an invitation answers with its link, once', async (t) => {
  const note = await haulier.create()
  const { answer, made } = await invite(haulier, note.ecmr_number, { ...receiver, expires_in_hours: 24 })
  t.match(made, { ...receiver, state: 'open', url: LINK, mail: 'not_asked' })
  t.equal(Date.parse(made.expires_at) - Date.parse(made.invited_at), 24 * 3_600_000)
  t.equal(answer.headers['cache-control'], 'no-store')
  const { url, mail: _, ...view } = made
  t.strictSame(await listed(haulier, note.id), [view])
  const token = url.split('/').at(-1) ?? ''
  const recorded = JSON.stringify(await api.recorded.readStream(noteStream(note.id)))
  const { rows } = await api.pool.query('select * from signing.links')
  for (const place of [recorded, JSON.stringify(rows)]) t.notMatch(place, token, 'the token stands nowhere')
  t.notMatch(recorded, /Jean Martin/, 'the name is sealed')
  const events = await haulier.call('GET', `/api/ecmrs/${note.id}/events`)
  t.match(events.text, /"type":"SignerInvited".*Jean Martin/)
  t.notMatch(events.text, token)
})

t.test('a repeat with the same key gives the same link and invites no one else', async (t) => {
  const note = await haulier.create()
  const key = { 'idempotency-key': 'invite-once' }
  const first = await invite(haulier, note.id, receiver, key)
  const again = await invite(haulier, note.id, receiver, key)
  t.equal(again.made.url, first.made.url)
  t.equal(again.answer.headers['idempotent-replayed'], 'true')
  t.equal((await listed(haulier, note.id)).length, 1)
  const other = { ...receiver, name: 'Jeanne Martin' }
  const reused = await haulier.call('POST', `/api/ecmrs/${note.id}/invitations`, other, key)
  t.match(reused.problem(), { status: 422, code: 'idempotency_key_reused' })
  t.not((await invite(haulier, note.id)).made.url, first.made.url)
})

t.test('a revoked invitation stays in the list', async (t) => {
  const note = await haulier.create()
  const { made } = await invite(haulier, note.id)
  const path = `/api/ecmrs/${note.id}/invitations/${made.invitation_id}`
  const revoked = await haulier.call('DELETE', path)
  t.match(revoked.json(), { state: 'revoked', closed_at: String })
  t.equal((await haulier.call('DELETE', path)).status, 200, 'again changes nothing')
  t.match(await listed(haulier, note.id), [{ state: 'revoked' }])
  const unknown = await haulier.call('DELETE', `/api/ecmrs/${note.id}/invitations/nonsense`)
  t.match(unknown.problem(), { status: 404, code: 'invitation_not_found' })
})

t.test('what an invitation may not be', async (t) => {
  const note = await haulier.create()
  for (const [what, changed, pointer] of [
    ['for another role', { role: 'customs' }, '/role'],
    ['without a name', { name: '' }, '/name'],
    ['with a name of two lines', { name: 'Jean\nBcc: x' }, '/name'],
    ['for no hour', { expires_in_hours: 0 }, '/expires_in_hours'],
    ['for too long', { expires_in_hours: invitationLimits.hours + 1 }, '/expires_in_hours'],
    ['to what is no address', { email: 'jean@' }, '/email'],
    ['to several addresses', { email: 'a@example.com, b@example.com' }, '/email'],
  ] as const) {
    const body = { ...receiver, ...changed }
    const { errors } = (await haulier.call('POST', `/api/ecmrs/${note.id}/invitations`, body)).problem()
    t.match(errors, [{ pointer }], what)
  }
  for (let made = 0; made < invitationLimits.open; made++) await invite(haulier, note.id)
  const one = await haulier.call('POST', `/api/ecmrs/${note.id}/invitations`, receiver)
  t.match(one.problem(), { status: 409, code: 'too_many' })
})

t.test('of a cancelled note none is made', async (t) => {
  const note = await haulier.create()
  await haulier.call('POST', `/api/ecmrs/${note.id}/cancellation`, { reason: 'Ordered twice' })
  const answer = await haulier.call('POST', `/api/ecmrs/${note.id}/invitations`, receiver)
  t.match(answer.problem(), { status: 409, code: 'cancelled' })
})

t.test('a key that may only read lists and does not invite', async (t) => {
  const note = await haulier.create()
  const reader = api.customer(haulier.company, await api.keyFor(haulier.company, ['ecmrs:read']))
  t.strictSame(await listed(reader, note.id), [])
  const answer = await reader.call('POST', `/api/ecmrs/${note.id}/invitations`, receiver)
  t.match(answer.problem(), { status: 403, code: 'insufficient_scope' })
})

t.test('the link is mailed when there is an address and a mail server', async (t) => {
  const note = await mailing.haulier.create({ language: 'fr' })
  const body = { ...receiver, email: 'jean@example.com' }
  const key = { 'idempotency-key': 'mail-once' }
  const { made } = await invite(mailing.haulier, note.id, body, key)
  t.equal(made.mail, 'sent')
  const mail = await mails.next()
  t.strictSame(mail.to, ['jean@example.com'])
  t.match(mail.text, made.url)
  t.match(mail.text, /signer une lettre de voiture/, 'in the note’s language')
  const { answered } = mails
  t.equal((await invite(mailing.haulier, note.id, body, key)).made.mail, 'sent')
  t.equal(mails.answered, answered, 'a repeat mails nothing twice')
  t.equal((await invite(haulier, note.id, body)).made.mail, 'not_configured')
})

t.test('when the mail server is down the link is still given, and the answer says so', async (t) => {
  const note = await mailing.haulier.create()
  mails.refuse(451)
  const body = { ...receiver, email: 'jean@example.com' }
  const key = { 'idempotency-key': 'mail-later' }
  const { made } = await invite(mailing.haulier, note.id, body, key)
  t.match(made, { mail: 'not_sent', url: LINK })
  const again = await invite(mailing.haulier, note.id, body, key)
  t.match(again.made, { mail: 'sent', url: made.url }, 'a repeat mails what was not sent')
})

t.test('a signature says how the signer was identified', async (t) => {
  const note = await haulier.create()
  const signature = { role: 'sender', signer_name: 'Carmen Ruiz', method: 'typed' }
  const signed = await haulier.call('POST', `/api/ecmrs/${note.id}/signatures`, signature)
  t.match(signed.record().signatures, [{ identified_by: 'api_key', level: 'simple' }])
  const forged = { ...signature, role: 'carrier', identified_by: 'mailed_code' }
  const answer = await haulier.call('POST', `/api/ecmrs/${note.id}/signatures`, forged)
  t.match(answer.problem().errors, [{ pointer: '/identified_by' }])
})
