import { createHmac, randomInt } from 'node:crypto'
import { hashOfToken } from '@ecmr/document-links'

/** Makes the secrets of signing links. None of them is stored, recorded or logged: what is stored are hashes. */
export interface InvitationSecrets {
  /** The token of an invitation’s link, always the same: a repeated request can be answered again. 43 characters, base64url. */
  token(invitationId: string): string
  /** The token of an invited driver’s page, which is another one, and likewise always the same. */
  driverToken(invitationId: string): string
  /** A new code of six digits. */
  newCode(): string
  /** What a code is stored and compared as: keyed, since a million codes are soon tried. */
  codeHash(invitationId: string, code: string): Uint8Array
}

const CODES = 1_000_000

/** @param secretKey the installation’s; without it neither tokens nor codes follow from what the database holds */
export function invitationSecrets(secretKey: string): InvitationSecrets {
  const key = createHmac('sha256', secretKey).update('signing links').digest()
  const mac = (text: string) => createHmac('sha256', new Uint8Array(key)).update(text).digest()
  return {
    token: (invitationId) => mac(`link ${invitationId}`).toString('base64url'),
    driverToken: (invitationId) => mac(`driver ${invitationId}`).toString('base64url'),
    newCode: () => String(randomInt(CODES)).padStart(6, '0'),
    codeHash: (invitationId, code) => new Uint8Array(mac(`code ${invitationId} ${code}`)),
  }
}

/** What a link is found by. */
export function linkHash(token: string): Uint8Array {
  return new Uint8Array(Buffer.from(hashOfToken(token), 'hex'))
}

/** The address of a signing link. Anyone who has it sees the note: it belongs in no log line, event or error. */
export function signingUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/f/${token}`
}

/** The address of an invited driver’s page; the same goes for it. */
export function driverUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/c/${token}`
}
