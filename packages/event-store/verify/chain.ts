import { createHash } from 'node:crypto'
import { type EventStore, type Position, type RecordedEvent, START } from '../port.js'
import { type BrokenEvent, brokenEvent, missingEvent } from './report.js'

/** Where the chain over the whole log does not go on from one event to the next. */
interface Seam {
  readonly event: RecordedEvent
  readonly before: Link
  readonly own: Link
}

/** An event with the chain that is stored with it; without an event before the first. */
interface Link {
  readonly event: Pick<RecordedEvent, 'stream' | 'revision' | 'position'> | undefined
  readonly chain: string
}

/** The chain before the first event. */
const BEGINNING = '0'.repeat(64)
/** So many seams are looked into, each against each; those beyond are named without saying where they belong. */
const MOST_EXPLAINED = 1_000

/** Holds the chain over the whole log against the events as they are read, page by page. */
export interface ChainWalk {
  /** @param page in order, following the page before */
  take(page: readonly RecordedEvent[]): Promise<void>
  /**
   * Names the events at which the chain does not go on, saying where they were recorded if that can be found out.
   *
   * @param named positions of events that something else is wrong with: these are left out
   */
  broken(named: ReadonlySet<Position>): readonly BrokenEvent[]
}

/**
 * @param after where the walk begins; the chain that is stored there is believed
 */
export async function chainWalk(
  store: Pick<EventStore, 'readChain' | 'nextPosition'>,
  after: Position,
): Promise<ChainWalk | undefined> {
  const { readChain, nextPosition } = store
  if (!readChain) return undefined
  const [base] = after === START ? [] : await readChain({ from: after, upTo: after })
  const seams: Seam[] = []
  const adjacent: Link[] = []
  let last: Link = { event: undefined, chain: base?.chain ?? BEGINNING }
  let place = after
  return {
    async take(page) {
      const [first, end] = [page[0], page.at(-1)]
      if (!first || !end) return
      const stored = await readChain({ from: first.position, upTo: end.position })
      const chains = new Map(stored.map(({ position, chain }) => [position, chain]))
      for (const event of page) {
        const own = { event: placeOf(event), chain: chains.get(event.position) ?? '' }
        // A gap is named by itself, and nothing is known of the chain there.
        const isNext = nextPosition === undefined || nextPosition(place) === event.position
        if (isNext && linked(last.chain, event) !== own.chain) {
          seams.push({ event: { ...event, data: {} }, before: last, own })
          adjacent.push(last, own)
        }
        last = own
        place = event.position
      }
    },
    broken(named) {
      const known = [...adjacent, last, { event: undefined, chain: BEGINNING }]
      return seams
        .filter(({ event }) => !named.has(event.position))
        .map((seam, index) => nameOf(seam, index < MOST_EXPLAINED ? seams : [], known))
    },
  }
}

function nameOf({ event, before, own }: Seam, seams: readonly Seam[], known: readonly Link[]): BrokenEvent {
  const stands = `it stands after ${textOf(before)}`
  const predecessor = seams.length > 0 && known.find(({ chain }) => linked(chain, event) === own.chain)
  if (predecessor)
    return brokenEvent(event, 'reordered', `it was recorded after ${textOf(predecessor)}; ${stands}`)
  const home = seams.find((other) => linked(other.before.chain, event) === other.own.chain)
  if (home) {
    const { position } = home.event
    return brokenEvent(event, 'reordered', `it was recorded at position ${position}; ${stands}`)
  }
  const { stream, revision, position } = event
  const detail = `what was recorded right before event ${revision} of ${stream} is gone: the chain over the whole log does not lead from ${textOf(before)} to it`
  return missingEvent({ stream: null, revision: null, position, detail })
}

function placeOf({ stream, revision, position }: RecordedEvent): NonNullable<Link['event']> {
  return { stream, revision, position }
}

function textOf({ event }: Link): string {
  return event ? `event ${event.revision} of ${event.stream}` : 'nothing'
}

/** The chain of an event, given the one before it. */
function linked(before: string, { metadata }: RecordedEvent): string {
  return createHash('sha256')
    .update(Buffer.from(before, 'hex'))
    .update(Buffer.from(String(metadata.hash), 'hex'))
    .digest('hex')
}
