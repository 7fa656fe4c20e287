import { FIELDS_OF_EVERY_LINE, LOG_FIELDS } from '@ecmr/runtime'

/** Where the table of fields stands in `docs/logs.md`. */
const TABLE = /(?<=<!-- fields -->\n)[\s\S]*(?=<!-- \/fields -->)/

/** A document with its table of the fields of the log brought up to date. */
export function withLogFields(document: string): string {
  const rows = Object.entries({ ...FIELDS_OF_EVERY_LINE, ...LOG_FIELDS }).map(
    ([name, { type, about }]) => `| \`${name}\` | ${type} | ${about} |`,
  )
  return document.replace(TABLE, () => `| field | type | meaning |\n|---|---|---|\n${rows.join('\n')}\n`)
}
