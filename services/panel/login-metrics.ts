import type { LoggedIn, SecondStepTaken } from '@ecmr/accounts'
import { Counter, type Registry } from 'prom-client'

type Refused<Outcome> =
  Extract<Outcome, { ok: false }> extends { readonly reason: infer Reason } ? Reason : never

/** Where a person is asked who they are: with a password, with a second step or a passkey, or anew within a session. */
type Step = 'password' | 'second_step' | 'identify'

/** A login that waits for its second step is none that was refused. */
type Reason = Exclude<Refused<LoggedIn> | Refused<SecondStepTaken>, 'second_step'>

/** Counts a login that was refused. */
export type LoginRefused = (step: Step, reason: Reason) => void

/** Counts logins that are refused, by why. Nothing tells whose they were. */
export function loginRefusals(metrics: Registry | undefined): LoginRefused {
  if (metrics === undefined) return () => undefined
  const refused = new Counter({
    name: 'ecmr_logins_refused_total',
    help: 'Logins in the panel that were refused: by password, in the second step or by passkey, or when people identify themselves anew',
    labelNames: ['step', 'reason'],
    registers: [metrics],
  })
  // Shown from the start, so that the first one is a rise.
  refused.inc({ step: 'password', reason: 'wrong' }, 0)
  refused.inc({ step: 'password', reason: 'too_many' }, 0)
  return (step, reason) => refused.inc({ step, reason })
}
