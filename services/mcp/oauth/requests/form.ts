import { Refusal } from '../../refusal.js'

/** The parameters of a request, which come in its body only: addresses end up in logs. */
export interface Form {
  /** `undefined` when it is missing; one without a value counts as missing (RFC 6749, section 3.2) */
  find(name: string): string | undefined
  /** Throws a refusal that names it when it is missing. */
  take(name: string): string
}

/** Parses a form. Unknown parameters are ignored, those that come twice are rejected. */
export function formOf(body: unknown): Form {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams()
  const find = (name: string): string | undefined => {
    const [value, ...more] = fields.getAll(name)
    if (more.length > 0) throw new Refusal(400, `${name} stands in the request more than once.`)
    if (value !== undefined && holdsOddities(value))
      throw new Refusal(400, `${name} holds control characters, or is not in UTF-8.`)
    return value === '' ? undefined : value
  }
  return {
    find,
    take(name) {
      const value = find(name)
      if (value === undefined) throw new Refusal(400, `${name} is missing.`)
      return value
    },
  }
}

/** Control characters, and U+FFFD, which stands for what could not be decoded. */
function holdsOddities(value: string): boolean {
  return /[\p{Cc}\ufffd]/u.test(value)
}
