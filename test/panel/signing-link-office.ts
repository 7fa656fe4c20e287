import { randomUUID } from 'node:crypto'
import { contentHashOf } from '@ecmr/application'
import type { Page, Visit } from '../support/visit.js'
import type { Clerk, Office, Sent } from './note-forms-office.js'

/** Who is invited unless a test says otherwise. */
export const jean = { role: 'receiver', name: 'Jean Martin', expires_in_hours: '72' } as const

/** Invites by the panel's form. */
export async function inviteBy(clerk: Clerk, id: string, changed: Sent = {}) {
  const page = await clerk.fill(id, 'invitaciones', { ...jean, ...changed })
  const [, url = ''] = /<code>([^<]*\/f\/[\w-]{43})<\/code>/.exec(page.html) ?? []
  const [, invitation = ''] = /invitaciones\/([0-9a-f-]{36})\/revocar/.exec(page.html) ?? []
  if (url === '') throw new Error(`no link: ${page.status} ${page.text.slice(0, 800)}`)
  return { page, path: new URL(url).pathname, token: url.split('/').at(-1) ?? '', invitation }
}

/** A code that the inviter reads out. */
export async function toldCode(clerk: Clerk, id: string, invitation: string): Promise<string> {
  const page = await clerk.send(
    `/ecmrs/${id}/invitaciones/${invitation}/codigo`,
    {},
    {
      from: `/ecmrs/${id}/invitaciones`,
    },
  )
  const [, first, last] = /<code>(\d{3}) (\d{3})<\/code>/.exec(page.html) ?? []
  if (first === undefined || last === undefined) throw new Error(`no code: ${page.status} ${page.text}`)
  return `${first}${last}`
}

/** Another code than this one. */
export function wrongFor(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

/** Sends the form to sign of a link's page. */
export async function signAt(
  by: Visit,
  office: Office,
  path: string,
  id: string,
  sent: Sent,
  token?: string,
): Promise<Page> {
  const content_hash = await contentHashOf(office.dependencies.dataKeys, await office.noteOf(id))
  const typed = { signer_name: 'Jean Martin', method: 'typed', once: randomUUID(), content_hash }
  return by.send(`${path}/firma`, { ...typed, ...sent }, token === undefined ? { from: path } : { token })
}
