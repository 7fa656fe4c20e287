import { logReading } from '@ecmr/event-store'
import { Registry } from 'prom-client'
import t from 'tap'

t.test('a log that cannot be read is logged, counted, and known until all of it is read again', async (t) => {
  const lines: string[] = []
  const write = (_fields: object, line: string): void => void lines.push(line)
  const registry = new Registry()
  const reading = logReading({ log: { info: write, warn: write }, registry })
  const [first, second] = [reading.onProblem(), reading.onProblem()]
  await reading.check()
  first(new Error('a page takes too long'))
  first(new Error('a page takes too long'))
  second(new Error('the connection was lost'))
  await t.rejects(reading.check(), { message: 'The event log cannot be read: the connection was lost.' })
  t.match(await registry.metrics(), /ecmr_event_log_read_failures_total 3\n.*ecmr_event_log_blocked 1\n/s)
  second(undefined)
  await t.rejects(reading.check(), 'the first still cannot')
  first(undefined)
  await reading.check()
  t.match(await registry.metrics(), /ecmr_event_log_blocked 0\n/)
  t.strictSame(lines, [
    'the event log cannot be read; tried again',
    'the event log cannot be read; tried again',
    'the event log is read again',
  ])
})
