import { validate as isUuid } from 'uuid'

/** Where a page of deliveries ends. */
export interface Cursor {
  readonly created_at: Date
  readonly id: string
}

export function writeCursor({ created_at, id }: { created_at: string; id: string }): string {
  return Buffer.from(`${created_at} ${id}`).toString('base64url')
}

/** `undefined` for what `writeCursor` did not write. */
export function parseCursor(text: string): Cursor | undefined {
  const [instant = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  const created_at = new Date(instant)
  if (Number.isNaN(created_at.getTime()) || !isUuid(id)) return undefined
  // Whatever else the decoder passes over, or Date reads in its own way, is none of ours.
  return writeCursor({ created_at: created_at.toISOString(), id }) === text ? { created_at, id } : undefined
}
