import type { FirstSteps } from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import { dayTexts } from './texts.js'

/** What is known of a company's beginnings. */
export interface Begun extends FirstSteps {
  readonly hasNote: boolean
  readonly hasWebhook: boolean
}

/** A first step, done or to be done. */
interface GuideStep {
  readonly href: string
  readonly title: string
  readonly why: string
  readonly label: string
  readonly isDone: boolean
}

/** The first steps of a company, with its progress. */
export interface Guide {
  readonly steps: readonly GuideStep[]
  readonly done: number
  /** which of them is next, from 0 */
  readonly next: number
}

/**
 * The way from an empty company to one that works: owners connect programs and invite people, members write notes. Undefined once all
 * is done, or the person has put it away.
 *
 * @param manages whether the person may do more than write notes here
 */
export function guideFor(begun: Begun, manages: boolean, language: Language): Guide | undefined {
  const said = dayTexts[language].guide
  const all = [
    { href: '/ecmrs/nueva', ...said.note, isDone: begun.hasNote },
    ...(manages
      ? [
          { href: '/claves', ...said.key, isDone: begun.hasKey },
          { href: '/webhooks/nuevo', ...said.webhook, isDone: begun.hasWebhook },
          { href: '/empresa/personas', ...said.people, isDone: begun.hasColleague },
        ]
      : []),
  ]
  const done = all.filter(({ isDone }) => isDone).length
  if (begun.isHidden || done === all.length) return undefined
  return { steps: all, done, next: all.findIndex(({ isDone }) => !isDone) }
}
