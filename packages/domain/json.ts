/** A value that JSON can carry. Event data and metadata are made of these and nothing else. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined
}

/** Whether two values are the same JSON; the order of members does not matter, `undefined` members count as absent. */
export function sameJson(a: JsonValue, b: JsonValue): boolean {
  if (isArray(a) || isArray(b)) {
    return (
      isArray(a) && isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i] ?? null))
    )
  }
  if (!isObject(a) || !isObject(b)) return a === b
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => sameMember(a[name], b[name]))
}

function sameMember(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b)
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null
}

/** The value with white space cut from both ends of every string in it. */
export function trimmedJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.trim()
  if (isArray(value)) return value.map(trimmedJson)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      member === undefined ? member : trimmedJson(member),
    ]),
  )
}
