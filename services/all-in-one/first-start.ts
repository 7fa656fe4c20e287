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
