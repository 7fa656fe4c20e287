import { InvalidArgumentError } from '@commander-js/extra-typings'

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** Reads an instant with its time zone. Days that do not exist are refused rather than moved. */
export function instant(text: string): Date {
  const [matched, year, month, day] = RFC3339.exec(text) ?? []
  const date = new Date(matched ?? Number.NaN)
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number.isNaN(date.getTime()) || Number(day) > lastDay) {
    throw new InvalidArgumentError('Give an instant with its time zone, such as 2027-01-31T12:00:00Z.')
  }
  return date
}
