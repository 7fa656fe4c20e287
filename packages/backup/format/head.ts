import { randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { BackupFault } from '../backup-fault.js'
import type { Place } from '../place/open-place.js'
import { subkey } from './codec.js'
import { HEAD } from './names.js'

const HEX = /^[0-9a-f]+$/.source

const headSchema = Type.Object({
  format: Type.Integer(),
  place: Type.String({ minLength: 1 }),
  /** whose backups these are */
  installation: Type.String({ minLength: 1 }),
  encryption: Type.Union([
    Type.Null(),
    Type.Object({
      /** hex */
      salt: Type.String({ pattern: HEX }),
      /** by which a wrong key is recognised: hex */
      check: Type.String({ pattern: HEX }),
    }),
  ]),
})

/** What a place says of itself, in clear. */
export type Head = Static<typeof headSchema>

/** The version of everything that is written. */
export const FORMAT = 1

// RFC 7914: some 100 ms and 32 MB for each try of who guesses.
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const KEY_BYTES = 32

/** A place that is known, and the key to it. */
export interface OpenedHead {
  readonly head: Head
  /** 256 bits; undefined: nothing is encrypted there */
  readonly key: Buffer | undefined
}

/**
 * What a place says of itself.
 *
 * @returns undefined when there are no backups
 * @throws BackupFault when it was damaged, is of a newer version, or the key is not the one
 */
export async function readHead(place: Place, secret: string | undefined): Promise<OpenedHead | undefined> {
  const bytes = await place.read(HEAD)
  if (bytes === undefined) return undefined
  const head = parse(place, Buffer.from(bytes).toString())
  return { head, key: keyOf(place, head, secret) }
}

/** Makes a place for the backups of an installation. */
export async function makeHead(
  place: Place,
  installation: string,
  secret: string | undefined,
): Promise<OpenedHead> {
  const salt = randomBytes(16)
  const key = secret === undefined ? undefined : derived(secret, salt)
  const head: Head = {
    format: FORMAT,
    place: randomUUID(),
    installation,
    encryption: key ? { salt: salt.toString('hex'), check: checkOf(key) } : null,
  }
  if ((await place.add(HEAD, Buffer.from(`${JSON.stringify(head, null, 2)}\n`))) === 'other')
    throw new BackupFault(`Another process has begun to use ${place.label}. Run the command again.`)
  return { head, key }
}

function parse(place: Place, text: string): Head {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BackupFault(
      `${HEAD} in ${place.label} is damaged. Put it back from another copy of the backups.`,
    )
  }
  if (isNewer(value))
    throw new BackupFault(
      `The backups in ${place.label} were made by a newer version of the service. Use that version.`,
    )
  if (!Value.Check(headSchema, value))
    throw new BackupFault(
      `${HEAD} in ${place.label} is damaged. Put it back from another copy of the backups.`,
    )
  return value
}

function isNewer(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    typeof value.format === 'number' &&
    value.format > FORMAT
  )
}

function keyOf(place: Place, { encryption }: Head, secret: string | undefined): Buffer | undefined {
  if (encryption === null) {
    if (secret === undefined) return undefined
    throw new BackupFault(
      `BACKUP_KEY is set, but the backups in ${place.label} are not encrypted. Use another place for encrypted ones, or run this without BACKUP_KEY.`,
    )
  }
  if (secret === undefined)
    throw new BackupFault(
      `The backups in ${place.label} are encrypted. Set BACKUP_KEY to the key they were made with.`,
    )
  const key = derived(secret, Buffer.from(encryption.salt, 'hex'))
  if (checkOf(key) === encryption.check) return key
  throw new BackupFault(
    `BACKUP_KEY is not the key that the backups in ${place.label} were made with. Set that one; for a new key use another place.`,
  )
}

const derived = (secret: string, salt: Uint8Array): Buffer => scryptSync(secret, salt, KEY_BYTES, SCRYPT)

const checkOf = (key: Uint8Array): string => subkey(key, 'check').toString('hex')
