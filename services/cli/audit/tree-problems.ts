import type { Contradiction, Difference, FoundCheckpoint, LeafEvent, TreeFindings } from '@ecmr/evidence'
import { type Problem, problemAt } from './problem.js'

/** What does not hold about the log's tree and its checkpoints, the events of the log first. */
export function treeProblems(findings: TreeFindings): readonly Problem[] {
  const { difference, damaged, contradicted, contradictions, faulty, faults } = findings
  const first = contradicted.find(({ found }) => found.isOutside) ?? contradicted[0]
  return [
    ...(difference ? [differs(difference, findings)] : []),
    ...(first ? [contradicts(first, findings)] : []),
    ...contradicted
      .filter((one) => one !== first)
      .map(({ found }) => checkpointDiffers(found, 'the log’s tree has another root at its size')),
    ...cutOff(findings),
    ...(damaged ? [problemAt({}, 'tree_differs', tileDamaged(damaged))] : []),
    ...faulty.map((found) => checkpointDiffers(found, 'fault' in found.states ? found.states.fault : '')),
    ...more(contradictions + faults - contradicted.length - faulty.length),
  ]
}

const REPAIR = '"ecmr evidence rebuild" makes it anew from the log'
const KINDS: Readonly<Record<Difference['kind'], string>> = {
  changed: 'the tree has another event here',
  missing: 'the tree has another event right before this one, which is gone',
  inserted: 'the tree does not have this event, but goes on with the next one',
  reordered: 'the tree has this event after the next one',
}

/** What the log holds and the stored tree does not: a checkpoint tells which of the two is another one. */
function differs({ index, event, kind }: Difference, findings: TreeFindings): Problem {
  const arbiter = confirming(index, findings)
  if (!arbiter) return problemAt(placeOf(event), kind, `${KINDS[kind]} (leaf ${index})`)
  const detail = `the stored tree has another leaf here (leaf ${index}), but the log is the one of ${arbiter.place}: ${REPAIR}`
  return problemAt(placeOf(event), 'tree_differs', detail)
}

/** A checkpoint by which the log holds the events before an index and the one there; those kept outside the database count first. */
function confirming(index: number, { confirmed, contradicted }: TreeFindings): FoundCheckpoint | undefined {
  const { newest, newestOutside } = confirmed
  if (newestOutside && newestOutside.size > index) return newestOutside
  if (contradicted.some(({ found }) => found.isOutside && found.size > index)) return undefined
  return newest && newest.size > index ? newest : undefined
}

function contradicts({ found, agreed }: Contradiction, findings: TreeFindings): Problem {
  const later = confirming(found.size - 1, findings)
  if (later) return checkpointDiffers(found, `the log is the one of ${later.place}, and not of this one`)
  const { difference } = findings
  const isNamed = difference && difference.index < found.size
  if (isNamed || !agreed.next) return checkpointDiffers(found, 'the log’s tree has another root at its size')
  const size = agreed.newest?.size ?? 0
  const events = found.size - size
  const among = events === 1 ? 'this event is' : `one of the ${events} events from this one on is`
  const before =
    size > 0 ? `up to size ${size} a checkpoint agrees with the log` : 'no smaller one agrees with the log'
  return problemAt(
    placeOf(agreed.next),
    'changed',
    `${among} not the one that was recorded: ${found.place} states another tree; ${before}`,
  )
}

function cutOff({ size, leaves, beyond, confirmed }: TreeFindings): readonly Problem[] {
  const stated = Math.max(leaves, beyond?.size ?? 0)
  if (stated > size) {
    const place = beyond?.size === stated ? beyond.place : 'the stored tree'
    const detail = `the log holds ${size} events, and ${place} states ${stated}: its newest ${stated - size} are cut off`
    return [problemAt({}, 'missing', detail)]
  }
  const { newest } = confirmed
  if (!newest || leaves >= newest.size) return []
  const detail = `the stored tree has ${leaves} leaves, and ${newest.place} states ${newest.size}; ${REPAIR}`
  return [problemAt({}, 'tree_differs', detail)]
}

function tileDamaged({ level, index }: NonNullable<TreeFindings['damaged']>): string {
  return `tile ${index} of level ${level} of the stored tree is damaged; ${REPAIR}`
}

function checkpointDiffers({ place }: FoundCheckpoint, fault: string): Problem {
  return problemAt({}, 'checkpoint_differs', `${place}: ${fault}`)
}

function more(count: number): readonly Problem[] {
  return count > 0 ? [problemAt({}, 'checkpoint_differs', `${count} more checkpoints do not hold`)] : []
}

function placeOf({ stream, revision, position }: LeafEvent) {
  return { stream, revision, position }
}
