import type { ApiKey } from '@ecmr/accounts'

const PER_PAGE = 50

/** A key as the list shows it. */
export interface ListedKey extends ApiKey {
  readonly state: 'active' | 'expired' | 'revoked'
}

/** A page of the list of keys. */
export interface KeyPage {
  readonly keys: readonly ListedKey[]
  readonly page: number
  readonly pages: number
}

/** Keys that work first, newest first; the page asked for, or the nearest that there is. */
export function pageOfKeys(keys: readonly ApiKey[], asked: unknown, now: Date): KeyPage {
  const listed = keys.map((key) => ({ ...key, state: stateOf(key, now) })).reverse()
  const inOrder = [
    ...listed.filter(({ state }) => state === 'active'),
    ...listed.filter(({ state }) => state !== 'active'),
  ]
  const pages = Math.max(1, Math.ceil(inOrder.length / PER_PAGE))
  const number = typeof asked === 'string' && /^\d{1,6}$/.test(asked) ? Number(asked) : 1
  const page = Math.min(Math.max(number, 1), pages)
  return { keys: inOrder.slice((page - 1) * PER_PAGE, page * PER_PAGE), page, pages }
}

export function stateOf({ revoked_at, expires_at }: ApiKey, now: Date): ListedKey['state'] {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'expired' : 'active'
}
