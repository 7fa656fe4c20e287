import { InvalidArgumentError } from '@commander-js/extra-typings'

const UNITS = { MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 } as const
const SIZE = /^(\d{1,6}(?:\.\d{1,3})?) ?(MiB|GiB|TiB)$/

/** Reads a size in bytes, such as 50GiB; `plan` is null: what the plan gives. */
export function storageSize(text: string): number | null {
  if (text === 'plan') return null
  const [, number, unit] = SIZE.exec(text) ?? []
  const size = unit === 'MiB' || unit === 'GiB' || unit === 'TiB' ? Number(number) * UNITS[unit] : Number.NaN
  if (Number.isNaN(size))
    throw new InvalidArgumentError('Give a size such as 500MiB, 50GiB or 2TiB, or plan.')
  return Math.round(size)
}
