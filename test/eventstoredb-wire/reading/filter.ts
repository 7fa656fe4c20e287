import type { LogRecord } from '../log/records.js'
import type { ReadReq } from '../messages.js'
import { refusals } from '../refusals.js'

type FilterOptions = NonNullable<ReturnType<NonNullable<ReturnType<ReadReq['getOptions']>>['getFilter']>>

/** Which events a reader of `$all` wants. */
export interface Filter {
  readonly wants: (record: LogRecord) => boolean
  /** how many events one page may consider */
  readonly window: number
  /** how many considered events bring a checkpoint */
  readonly interval: number
}

/** A filter by the stream's name or the event's type, each by prefixes or a regular expression. */
export function filterOf(options: FilterOptions, readBatch: number): Filter {
  const window = options.hasMax() ? options.getMax() : readBatch
  const multiplier = options.getCheckpointintervalmultiplier()
  if (multiplier === 0) throw refusals.invalid('The checkpoint interval must not be zero.')
  const byStream = options.getStreamIdentifier()
  const expression = byStream ?? options.getEventType()
  if (expression === undefined) throw refusals.invalid('A filter needs an expression.')
  const matches = matcher(expression.getRegex(), expression.getPrefixList())
  const wants = (record: LogRecord): boolean => matches(byStream === undefined ? record.type : record.stream)
  return { wants, window, interval: window * multiplier }
}

function matcher(regex: string, prefixes: readonly string[]): (text: string) => boolean {
  if (regex === '') return (text) => prefixes.some((prefix) => text.startsWith(prefix))
  const expression = new RegExp(regex)
  return (text) => expression.test(text)
}
