import { type ProjectionStatus, standsStill } from '@ecmr/projections'

/** Further behind than this the service is degraded. */
const MOST_LAG = { milliseconds: 10_000, events: 10_000 }

/** What is wrong with a read model, in sentences. */
export function readModelProblems(status: ProjectionStatus): readonly string[] {
  const { name, parked, problem } = status
  const parkedSentence = `In the read model ${name} the notes of ${parked} parked streams are not up to date.`
  const sentences = [problem ?? lagSentence(status), parked > 0 ? parkedSentence : undefined]
  return sentences.filter((sentence) => sentence !== undefined)
}

function lagSentence(status: ProjectionStatus): string | undefined {
  const { name, state, lag_ms, lag_events } = status
  if (state === 'stopped') return `No process keeps the read model ${name} up to date.`
  const still = standsStill(status)
  if (still !== undefined) return `${still} The log of the projector says why.`
  if (lag_ms <= MOST_LAG.milliseconds && lag_events <= MOST_LAG.events) return undefined
  const seconds = Math.round(lag_ms / 1_000)
  return `The read model ${name} is ${lag_events} events and ${seconds} s behind the event log.`
}
