// How a driver’s page shows what waits, and what could not be done.

import { button, element, type Texts } from './driver-elements.js'
import { type ActionName, AFTER_REFUSED, type Queued } from './driver-queue.js'

interface Entries {
  waiting(one: Queued): HTMLElement
  problem(one: Queued): HTMLElement
}

/** @param now how the note stands, and what the buttons do */
export function queueEntries(
  main: HTMLElement,
  { t, problems, statuses }: Texts,
  now: {
    readonly instant: Intl.DateTimeFormat
    readonly status: () => string
    readonly hands: () =>
      | { again(key: string): Promise<void>; dismiss(key: string): Promise<void> }
      | undefined
  },
): Entries {
  function aboutOne({ action, says, at }: Queued): HTMLElement {
    const told = Object.values(says).map((value) => chosen(action, value))
    return element('p', [t[action], now.instant.format(new Date(at)), ...told].join(' · '))
  }

  /** What an option of the action’s form is called; other texts are as they were typed. */
  function chosen(action: ActionName, value: string): string {
    const options = main.querySelectorAll<HTMLOptionElement>(`[data-action=${action}] option`)
    return [...options].find((option) => option.value === value)?.text ?? value
  }

  function why({ problem = '' }: Queued): string {
    const status = now.status()
    const sentence = problems[problem] ?? problems.other ?? ''
    return sentence.replace('{status}', statuses[status] ?? status)
  }

  function buttons({ key, problem }: Queued, canRepeat: boolean): HTMLElement {
    const row = document.createElement('div')
    row.className = 'actions'
    const again = problem === 'clock_changed' ? t.withoutTime : t.again
    if (canRepeat) row.append(button(again, () => void now.hands()?.again(key)))
    row.append(button(t.dismiss, () => void now.hands()?.dismiss(key)))
    return row
  }

  return {
    waiting(one) {
      const entry = document.createElement('li')
      entry.append(aboutOne(one))
      if (one.state === 'held') entry.append(element('p', `${t.held}: ${why(one)}`), buttons(one, true))
      return entry
    },
    problem(one) {
      const card = document.createElement('div')
      card.className = 'notice notice-bad'
      card.append(element('h2', `${t.refused}: ${t[one.action]}`), aboutOne(one), element('p', why(one)))
      card.append(buttons(one, isWorthRepeating(one)))
      return card
    },
  }
}

function isWorthRepeating({ problem = '' }: Queued): boolean {
  return problem === 'clock_changed' || problem === 'incomplete' || problem === AFTER_REFUSED
}
