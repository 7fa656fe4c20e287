import { randomBytes } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@ecmr/runtime'
import type { FirstSecrets } from './first-company.js'

const NOTE = {
  sender_company_name: 'Aceites del Sur SL',
  sender_address: 'Calle Mayor 1',
  sender_city: 'Jaén',
  receiver_company_name: 'Épicerie du Midi SARL',
  receiver_address: '12 rue de la République',
  receiver_city: 'Lyon',
  goods_description: '24 pallets of olive oil',
  pickup_date: '',
}

/** The password and the key that were made at the first start, with commands to paste. */
export function firstStart(
  { siteUrl }: Pick<Config, 'siteUrl'>,
  { email, password, key }: FirstSecrets,
  today: Date,
): string {
  const note = { ...NOTE, pickup_date: today.toISOString().slice(0, 10) }
  return `A company called Demo was created on the Pro plan. Its password and its API key are shown this once.

Log in to the panel at ${siteUrl}/ as

  ${email}
  ${password}

Programs use the API key

  ${key}

Create a consignment note:

  note=$(curl -s ${siteUrl}/api/ecmrs -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(note)}'); echo "$note"

Follow it, as everyone who knows its number can:

  curl -s ${siteUrl}/api/tracking/$(echo "$note" | sed 's/.*"ecmr_number":"\\([^"]*\\)".*/\\1/')`
}

const MOST_FILES = 1_000

/**
 * Writes what was made at the first start into a file below a directory that its owner alone can read, and returns its path. A
 * file that is there is never overwritten: after a second first start on a new database there is `first-start-2.txt`.
 */
export async function writeFirstStart(directory: string, text: string): Promise<string> {
  const unfinished = join(directory, `first-start.${randomBytes(4).toString('hex')}`)
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
    return await linkToFreeName(unfinished, directory)
  } finally {
    await file.close()
    await rm(unfinished, { force: true })
  }
}

/** A link never replaces a file, and what it leads to is complete. */
async function linkToFreeName(from: string, directory: string): Promise<string> {
  for (let number = 1; number <= MOST_FILES; number++) {
    const path = join(directory, number === 1 ? 'first-start.txt' : `first-start-${number}.txt`)
    try {
      await link(from, path)
      return path
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
  throw new Error(`${directory} has ${MOST_FILES} files of first starts already; delete those that were read`)
}
