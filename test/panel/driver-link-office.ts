import { randomBytes, randomUUID } from 'node:crypto'
import type { Clerk, Office, Sent } from './note-forms-office.js'
import { toldCode } from './signing-link-office.js'

/** Invites a driver by the panel's form. */
export async function inviteDriver(clerk: Clerk, id: string, changed: Sent = {}) {
  const driver = { role: 'driver', name: 'Eva Luna', expires_in_hours: '72' }
  const page = await clerk.fill(id, 'invitaciones', { ...driver, ...changed })
  const [, token = ''] = /<code>[^<]*\/c\/([\w-]{43})<\/code>/.exec(page.html) ?? []
  const [, signing = ''] = /<code>[^<]*\/f\/([\w-]{43})<\/code>/.exec(page.html) ?? []
  const [, invitation = ''] = /invitaciones\/([0-9a-f-]{36})\/revocar/.exec(page.html) ?? []
  if (token === '') throw new Error(`no link: ${page.status} ${page.text.slice(0, 800)}`)
  return { page, token, signing, invitation }
}

/** What a telephone draws for itself. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** A telephone that asks what the page of a driver asks. */
export function telephone(office: Pick<Office, 'app'>, token: string, secret = newSecret()) {
  const ask = async (
    method: 'GET' | 'POST',
    what: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await office.app.inject({
      ...{ method, url: `/c/${token}/${what}` },
      headers: { 'x-device': secret, ...headers },
      ...(body && { payload: body }),
    })
    const isJson = /json/.test(String(answer.headers['content-type']))
    return { status: answer.statusCode, headers: answer.headers, said: isJson ? answer.json() : answer.body }
  }
  return {
    secret,
    ask,
    note: () => ask('GET', 'datos'),
    identify: (code: string) => ask('POST', 'dispositivo', { code }),
    act: (action: string, says: object = {}, key: string = randomUUID()) =>
      ask('POST', 'acciones', { action, key, ...says }),
  }
}

/** A note with a driver whose telephone was identified by a code that was read out. */
export async function driven(office: Office, fields: Sent = {}) {
  const id = await office.lucia.create({
    carrier_company_name: 'Transportes Ruiz',
    vehicle_plate: '1234 BCD',
    ...fields,
  })
  const invited = await inviteDriver(office.lucia, id)
  const phone = telephone(office, invited.token)
  const { status } = await phone.identify(await toldCode(office.lucia, id, invited.invitation))
  if (status !== 200) throw new Error(`not identified: ${status}`)
  return { id, ...invited, phone }
}
