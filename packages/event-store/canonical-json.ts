import { EventNotStorable } from './port.js'

/**
 * The canonical JSON (RFC 8785) of JSON content. Members that are undefined are left out, as JSON.stringify does.
 *
 * Every event goes through here once or more, and general libraries take three times as long as this (see
 * infra/decisions/0062).
 *
 * @throws EventNotStorable when the content is not I-JSON (RFC 7493), such as half a surrogate pair or an infinite number
 */
export function canonicalJson(content: unknown): string {
  try {
    return write(content)
  } catch (error) {
    throw new EventNotStorable('the content has no canonical form', { cause: error })
  }
}

function write(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return finite(value)
  if (typeof value === 'boolean' || value === null) return `${value}`
  if (typeof value !== 'object') throw new TypeError(`${typeof value} is no JSON`)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON())
  return members(value)
}

function members(object: object): string {
  // biome-ignore lint/suspicious/useArraySortCompare: the order of UTF-16 code units is the one of RFC 8785 (3.2.3)
  const names = Object.keys(object).sort()
  let text = '{'
  for (const name of names) {
    const member: unknown = Reflect.get(object, name)
    if (member === undefined) continue
    text += `${text === '{' ? '' : ','}${quoted(name)}:${write(member)}`
  }
  return `${text}}`
}

/** Printable ASCII that JSON needs not escape. */
const PLAIN = /^[ !#-[\]-~]*$/
/** With the u flag this matches only half of a pair. */
const LONE_SURROGATE = /\p{Surrogate}/u

function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`
  if (LONE_SURROGATE.test(text)) throw new TypeError('half a surrogate pair')
  return JSON.stringify(text)
}

function finite(number: number): string {
  if (!Number.isFinite(number)) throw new TypeError(`${number} is no JSON`)
  return JSON.stringify(number)
}
