import { Counter, type Registry } from 'prom-client'

/** Counts the notices that this process mails to people. */
export function noticeMetrics(registry: Registry) {
  const registers = [registry]
  const counter = (name: string, help: string): Counter => new Counter({ name, help, registers })
  const sent = counter(
    'ecmr_notice_mails_total',
    'Mails with notices that the mail server took from this process',
  )
  const failures = counter(
    'ecmr_notice_failures_total',
    'How often a mail with notices was not taken; tried again unless it was refused for good',
  )
  const givenUp = counter(
    'ecmr_notices_given_up_total',
    'Notices that are not mailed: refused for good, a day old, or too many for one person',
  )
  return {
    sent: (count: number) => sent.inc(count),
    failed: () => failures.inc(),
    givenUp: (count: number) => givenUp.inc(count),
  }
}
