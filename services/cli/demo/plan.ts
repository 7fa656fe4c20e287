import type { EcmrCommand, EcmrFields, Policy } from '@ecmr/domain'
import { v7 as uuidv7 } from 'uuid'
import { inventConsignment, plannedDates } from './consignment.js'
import { type Cast, castOf } from './firms.js'
import { abroad, places } from './places.js'
import { type Random, seededRandom } from './random.js'
import { finishedStories, openStories, type Story } from './stories.js'

/** A command on a note that is carried out at a certain instant (milliseconds since 1970). */
export interface Errand {
  readonly at: number
  readonly commandId: string
  readonly commands: readonly EcmrCommand[]
}

/** The whole life of one note. */
export interface PlannedNote {
  readonly id: string
  readonly createdAt: number
  readonly createdBy: string
  readonly fields: EcmrFields
  readonly later: readonly Errand[]
}

export interface PlanOptions {
  readonly count: number
  readonly seed: number
  /** the present of the demonstration: nothing happens after it (milliseconds since 1970) */
  readonly until: number
  /** leave every note as it was made out */
  readonly createdOnly: boolean
  /** of their owner; strict: all notes cross a border, because within Spain documents would have to be issued */
  readonly policy: Policy
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const OPENING_MS = 5 * HOUR_MS
const CLOSING_MS = 19 * HOUR_MS
const PAST_DAYS = 42
const RECENT_DAYS = 4
/** share of the notes that the last days saw, so that a good many are still on their way */
const RECENT_SHARE = 0.35

/** Plans notes in the order in which they are made out. The same options give the same notes. */
export function* planNotes(options: PlanOptions): Generator<PlannedNote> {
  const { count, seed, until, createdOnly, policy } = options
  const random = seededRandom(seed)
  const cast = castOf(random, policy === 'strict' ? abroad : places)
  const turns = { finished: 0, open: 0 }
  for (let index = 0; index < count; index += 1) {
    const share = (index + random.int(0, 99) / 100) / count
    const createdAt = Math.floor(instantOf(share, until))
    const story = createdOnly ? () => [] : nextStory(share, turns)
    yield planNote({ random, cast, createdAt, until, story, reference: `PED-${seed}-${index + 1}` })
  }
}

/** When the note is made out that has this share of all notes before it. Never runs backwards, nor past the present. */
function instantOf(share: number, until: number): number {
  const past = 1 - RECENT_SHARE
  const daysAgo =
    share < past
      ? PAST_DAYS - (share / past) * (PAST_DAYS - RECENT_DAYS)
      : RECENT_DAYS * (1 - (share - past) / RECENT_SHARE)
  return inOfficeHours(lastWorkedAt(until) - daysAgo * DAY_MS)
}

/** Moves an instant into the part of its day in which people work, keeping the order of instants. */
function inOfficeHours(at: number): number {
  const timeOfDay = at % DAY_MS
  return at - timeOfDay + OPENING_MS + (timeOfDay * (CLOSING_MS - OPENING_MS)) / DAY_MS
}

/** The instant that comes to lie at this one when it is moved, or at the end of work before it. */
function lastWorkedAt(at: number): number {
  const timeOfDay = at % DAY_MS
  const worked = Math.min(Math.max(timeOfDay - OPENING_MS, 0), CLOSING_MS - OPENING_MS)
  return at - timeOfDay + (worked * DAY_MS) / (CLOSING_MS - OPENING_MS)
}

function nextStory(share: number, turns: { finished: number; open: number }): Story {
  const kind = share < 1 - RECENT_SHARE ? 'finished' : 'open'
  const stories = kind === 'finished' ? finishedStories : openStories
  const story = stories[turns[kind] % stories.length]
  if (story === undefined) throw new RangeError('there are no stories')
  turns[kind] += 1
  return story
}

function planNote(options: {
  readonly random: Random
  readonly cast: Cast
  readonly createdAt: number
  readonly until: number
  readonly story: Story
  readonly reference: string
}): PlannedNote {
  const { random, cast, createdAt, until, story, reference } = options
  const id = (): string => uuidv7({ msecs: createdAt, random: random.bytes(16) })
  const note = id()
  const journey = inventConsignment(cast, random, createdAt, reference)
  const steps = story(journey, random, id)
  const lastHour = Math.max(0, ...steps.map((step) => step.afterHours))
  // What was begun a short while ago went faster, so that every note stands where its story ends.
  const hourMs = Math.min(HOUR_MS, ((until - createdAt) * 0.95) / Math.max(lastHour, 1))
  return {
    id: note,
    createdAt,
    createdBy: id(),
    fields: { ...journey.fields, ...plannedDates(journey, createdAt, hourMs) },
    later: steps.map(({ afterHours, commands }) => ({
      at: createdAt + Math.floor(afterHours * hourMs),
      commandId: id(),
      commands,
    })),
  }
}
