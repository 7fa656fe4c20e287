import type { Checkpoint } from '../evidence.js'

const SIZE_DIGITS = 20
const ROOT_DIGITS = 16
const NAME = /^(\d{20})-([0-9a-f]{16})\.note$/

/** What a checkpoint is called outside the database, without its ending: `.note`, or `.tsr` for the answer of a time stamp authority. */
export function nameOf({ size, root }: Pick<Checkpoint, 'size' | 'root'>): string {
  const hex = Buffer.from(root, 'base64').toString('hex')
  return `${String(size).padStart(SIZE_DIGITS, '0')}-${hex.slice(0, ROOT_DIGITS)}`
}

/** What the name of a checkpoint says: its size, and how its root begins in hex; undefined: it is no such name. */
export function partsOf(name: string): { readonly size: number; readonly root: string } | undefined {
  const [, digits, root] = NAME.exec(name) ?? []
  return digits === undefined || root === undefined ? undefined : { size: Number(digits), root }
}
