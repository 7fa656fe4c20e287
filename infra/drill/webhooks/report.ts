import type { Expectation, Findings } from './findings.js'

/** Prints the counts; true when nothing is wrong. */
export function report(
  findings: Findings,
  kills: { readonly rounds: number; readonly brokenOff: number },
): boolean {
  const { expected, deliveries, replays, overtaken } = findings
  for (const { subscriber, events } of expected) {
    const { arrivals, name, company } = subscriber
    console.log(
      `${name} of ${company.name}: ${events.length} events, ${arrivals.count} arrivals, ${signed(subscriber)}`,
    )
  }
  const repeats = totals(expected)
  console.log(`
rounds of SIGKILL                               ${kills.rounds}
attempts broken off by them                     ${kills.brokenOff}
events to be received, over all endpoints       ${repeats.events}
events never received                           ${findings.missing}
repeats with the same webhook-id                ${repeats.repeats}
repeats under another webhook-id                ${repeats.otherId}
repeats with other bytes                        ${repeats.otherBytes}
signed with both secrets after the rotation     ${repeats.both}
signed with the former one alone long after it  ${repeats.stale}
signatures that no secret verifies              ${repeats.unverified}
overtaken within a note after a failure         ${overtaken.afterFailure}
overtaken within a note for no reason           ${overtaken.withoutReason.length}
replays asked for, done                         ${replays.asked}, ${replays.done}
events that a replay left out                   ${replays.unsent}
deliveries delivered, given up, pending         ${deliveries.delivered}, ${deliveries.givenUp}, ${deliveries.pending}
attempts begun                                  ${deliveries.attempts}
attempts that are not in the log                ${deliveries.unlogged}
attempts in the log without an outcome          ${deliveries.withoutOutcome}
attempts shown as interrupted                   ${deliveries.interrupted}${findings.interruptedShown ? '' : ', BUT NOT TO THE OWNER'}`)
  for (const id of overtaken.withoutReason.slice(0, 10))
    console.log(`overtaken for no reason: delivery ${id}`)
  // Without these it has shown nothing.
  const hasShown = kills.brokenOff > 0 && repeats.both > 0 && replays.asked > 0
  return hasShown && isSound(findings, repeats)
}

function isSound(findings: Findings, repeats: ReturnType<typeof totals>): boolean {
  const { deliveries, replays } = findings
  const faults = [
    findings.missing,
    repeats.otherId + repeats.otherBytes + repeats.unverified + repeats.stale,
    findings.overtaken.withoutReason.length,
    replays.asked - replays.done + replays.unsent,
    deliveries.givenUp + deliveries.pending + deliveries.withoutOutcome + Math.abs(deliveries.unlogged),
  ]
  return faults.every((count) => count === 0) && findings.interruptedShown
}

function signed({ signatures }: Expectation['subscriber']): string {
  const { current, both, next } = signatures.counts
  if (!signatures.isRotated) return `${current} signed`
  return `${current} signed before the rotation, ${both} with both secrets${next ? `, ${next} with the new one alone` : ''}`
}

function totals(expected: readonly Expectation[]) {
  const sum = (count: (one: Expectation) => number): number =>
    expected.reduce((total, one) => total + count(one), 0)
  return {
    events: sum(({ events }) => events.length),
    repeats: sum(({ subscriber }) => subscriber.arrivals.repeats),
    otherId: sum(({ subscriber }) => subscriber.arrivals.faults.otherId),
    otherBytes: sum(({ subscriber }) => subscriber.arrivals.faults.otherBytes),
    unverified: sum(({ subscriber }) => subscriber.signatures.counts.unverified),
    both: sum(({ subscriber }) => subscriber.signatures.counts.both),
    stale: sum(({ subscriber }) => subscriber.signatures.counts.stale),
  }
}
