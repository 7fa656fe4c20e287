import { isUuid } from '../uuid.js'
import type { Cursor, Sort } from './list-query.js'

/** A cursor as clients carry it: opaque to them. */
export function formatCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.sort, cursor.value, cursor.id])).toString('base64url')
}

// The database knows no year 0.
const INSTANT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const VALUES: Readonly<Record<string, RegExp>> = {
  created_at: INSTANT,
  updated_at: INSTANT,
  pickup_date: /^(?!0000)\d{4}-\d\d-\d\d$/,
  ecmr_number: /^[0-9A-Z-]{1,40}$/,
}

/**
 * Reads a cursor that a client sent back.
 *
 * @returns `undefined` when it is none of ours, or was made for another `sort`
 */
export function parseCursor(text: string, sort: Sort = '-created_at'): Cursor | undefined {
  const parts = parseJson(Buffer.from(text, 'base64url').toString('utf8'))
  if (!Array.isArray(parts) || parts.length !== 3 || parts[0] !== sort) return undefined
  const [, value, id] = parts
  if (typeof value !== 'string' || typeof id !== 'string') return undefined
  const known = VALUES[sort.replace('-', '')]?.test(value) && isUuid(id) && isRealDate(value)
  return known ? { sort, value, id } : undefined
}

// Date.parse takes 30 February for 2 March.
function isRealDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return true
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
