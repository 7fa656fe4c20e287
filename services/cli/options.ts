import { InvalidArgumentError } from '@commander-js/extra-typings'
import { type Company, findCompany } from '@ecmr/accounts'
import { isTestCompany } from '@ecmr/domain'
import { CommandFailed } from './failure.js'
import type { Installation } from './installation.js'

/** The company that an option or argument names; by the id of its test data, the company acting for those. */
export async function companyNamed({ pool }: Installation, idOrName: string): Promise<Company> {
  const company = await findCompany(pool, idOrName)
  if (company === undefined) {
    throw new CommandFailed(`Company "${idOrName}" not found. List companies with "ecmr companies list".`)
  }
  return isTestCompany(idOrName) ? { ...company, id: idOrName } : company
}

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** Reads an instant with its time zone. Days that do not exist are refused rather than moved. */
export function instant(text: string): Date {
  const [matched, year, month, day] = RFC3339.exec(text) ?? []
  const date = new Date(matched ?? Number.NaN)
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number.isNaN(date.getTime()) || Number(day) > lastDay) {
    throw new InvalidArgumentError('Enter a time with its time zone, such as 2027-01-31T12:00:00Z.')
  }
  return date
}

const UNITS = { MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 } as const
const SIZE = /^(\d{1,6}(?:\.\d{1,3})?) ?(MiB|GiB|TiB)$/

/** Reads a size in bytes, such as 50GiB; `plan` is null: what the plan gives. */
export function storageSize(text: string): number | null {
  if (text === 'plan') return null
  const [, number, unit] = SIZE.exec(text) ?? []
  const size = unit === 'MiB' || unit === 'GiB' || unit === 'TiB' ? Number(number) * UNITS[unit] : Number.NaN
  if (Number.isNaN(size))
    throw new InvalidArgumentError('Enter a size such as 500MiB, 50GiB or 2TiB, or plan.')
  return Math.round(size)
}

/** Reads a whole number within bounds, both included. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`Enter a whole number from ${least} to ${most}.`)
  }

const LONGEST_NAME = 200

/** Reads the name of a company or a person. */
export function properName(text: string): string {
  const name = text.trim()
  if (name.length >= 1 && name.length <= LONGEST_NAME) return name
  throw new InvalidArgumentError(`Enter a name of 1 to ${LONGEST_NAME} characters.`)
}
