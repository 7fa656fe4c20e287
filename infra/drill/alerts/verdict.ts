import { tableOf } from '../../harness/table.js'
import { type Outcome, PATIENCE } from './trial.js'

/** Whether an alert fired, and cleared, within two minutes of when it can. */
export function isInTime({ ownDelay, firedAfter, looksBack, clearedAfter }: Outcome): boolean {
  return (
    firedAfter !== undefined &&
    firedAfter <= ownDelay + PATIENCE &&
    clearedAfter !== undefined &&
    clearedAfter <= looksBack + PATIENCE
  )
}

/** The table that the drill ends with. */
export function outcomesTable(outcomes: readonly Outcome[]): string {
  const head = ['alert', 'fault', 'own delay', 'fired after', 'looks back', 'cleared after', 'others', '']
  const rows = outcomes
    .toSorted((a, b) => a.alert.localeCompare(b.alert))
    .map((outcome) => [
      outcome.alert,
      outcome.fault,
      duration(outcome.ownDelay),
      outcome.firedAfter === undefined ? 'NOT' : duration(outcome.firedAfter),
      duration(outcome.looksBack),
      outcome.clearedAfter === undefined ? 'NOT' : duration(outcome.clearedAfter),
      outcome.others.join(', '),
      isInTime(outcome) ? 'ok' : 'LATE',
    ])
  return tableOf(head, rows)
}

/** Minutes and seconds. */
export function duration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 || minutes === 0 ? `${rest} s` : '']
    .filter((part) => part !== '')
    .join(' ')
}
