/** What a number, a boolean or null is taken for. */
const SCALAR = 6
/** Quotes, a colon and a comma. */
const AROUND = 4

/**
 * About how many bytes a value takes as JSON, found without writing it. Strings count by characters, so that text
 * outside of ASCII takes up to three times as much.
 */
export function jsonWeight(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return SCALAR
  let weight = 2
  if (Array.isArray(value)) for (const item of value) weight += 1 + jsonWeight(item)
  else
    for (const [name, member] of Object.entries(value))
      if (member !== undefined) weight += name.length + AROUND + jsonWeight(member)
  return weight
}
