import { reasonOf, withTimeout } from '@ecmr/runtime'

/** What one check of an installation found. */
export interface Finding {
  readonly check: string
  /** `not_checked`: what it depends on is away */
  readonly status: 'ok' | 'warning' | 'problem' | 'not_checked'
  /** what is, in a sentence */
  readonly says: string
  /** what the operator should do about it; absent: nothing */
  readonly todo?: string
}

/** A finding without the name of its check. */
export type Found = Omit<Finding, 'check'>

/** One thing to look at. An error that it throws is a problem. */
export interface Check {
  readonly name: string
  /** what the operator should do when it throws */
  readonly otherwise: string
  look(): Promise<Found | readonly Found[]>
}

const LONGEST_CHECK_MS = 10_000

export const ok = (says: string): Found => ({ status: 'ok', says })
export const warning = (says: string, todo: string): Found => ({ status: 'warning', says, todo })
export const problem = (says: string, todo: string): Found => ({ status: 'problem', says, todo })
export const notChecked = (says: string): Found => ({ status: 'not_checked', says })

/** Looks at one thing, for ten seconds at most. */
export async function lookAt({ name, otherwise, look }: Check): Promise<readonly Finding[]> {
  try {
    const found = await withTimeout(LONGEST_CHECK_MS, look())
    return [found].flat().map((one) => ({ check: name, ...one }))
  } catch (error) {
    return [{ check: name, ...problem(asSentence(reasonOf(error)), otherwise) }]
  }
}

/** Reasons of servers begin and end as they like. */
export function asSentence(reason: string): string {
  const text = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}
