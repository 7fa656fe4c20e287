import { LOG_FIELDS } from './fields.js'

/**
 * A line of the log with the fields that the schema has. Of others only the names are told: what nobody has described may be
 * personal, and stays out of the log.
 */
export function knownFields(line: Record<string, unknown>): Record<string, unknown> {
  const unknown = Object.keys(line).filter((name) => !Object.hasOwn(LOG_FIELDS, name))
  if (unknown.length === 0) return line
  const known = Object.entries(line).filter(([name]) => Object.hasOwn(LOG_FIELDS, name))
  return { ...Object.fromEntries(known), unknown_fields: unknown }
}
