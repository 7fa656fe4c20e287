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
  return Number.isNaN(created_at.getTime()) || !isUuid(id) ? undefined : { created_at, id }
}
