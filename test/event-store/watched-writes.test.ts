import { OutcomeUnknown, StoreUnavailable, watchedWrites } from '@ecmr/event-store'
import t from 'tap'
import { newEvent, newStream } from '../contract/event-store/events.js'
import { MemoryEventStore } from '../support/memory-event-store.js'

/** A log that can refuse, or keep, what it is given; time passes only when the test advances it. */
class MoodyStore extends MemoryEventStore {
  now = 0
  probes = 0
  mood: Error | 'keeps' | 'works' = 'works'
  letGo = (): void => undefined

  override async append(...given: Parameters<MemoryEventStore['append']>) {
    await this.#obey()
    return super.append(...given)
  }

  readonly probeWrites = async (): Promise<void> => {
    this.probes++
    await this.#obey()
  }

  async #obey(): Promise<void> {
    if (this.mood instanceof Error) throw this.mood
    if (this.mood === 'keeps')
      await new Promise<void>((resolve) => {
        this.letGo = resolve
      })
  }
}

function watched() {
  const log = new MoodyStore()
  const outcomes: string[] = []
  const { store, check } = watchedWrites(log, {
    monotonic: () => log.now,
    observe: {
      appended: (outcome, { count }) => outcomes.push(`append of ${count} ${outcome}`),
      probed: (outcome) => outcomes.push(`probe ${outcome}`),
    },
  })
  return { log, check, outcomes, append: () => store.append(newStream(), 'no_stream', [newEvent()]) }
}

const away = new StoreUnavailable('the log does not answer', {
  cause: new Error('no space in "base/5/17758"'),
})

t.test('an append that was taken lately says that appends are, without a probe', async (t) => {
  const { log, check, append, outcomes } = watched()
  await append()
  log.now += 4_999
  await check()
  t.equal(log.probes, 0)
  log.now += 1
  await check()
  t.strictSame(outcomes, ['append of 1 taken', 'probe taken'])
})

t.test('what the log judges it takes, whatever it says', async (t) => {
  const { check, outcomes } = watched()
  const { store } = watchedWrites(new MemoryEventStore(), {
    observe: { appended: (outcome) => outcomes.push(outcome), probed: () => undefined },
  })
  t.match(await store.append(newStream(), 5, [newEvent()]), { ok: false })
  t.strictSame(outcomes, ['conflict'])
  await check()
})

t.test(
  'an append that was refused says so at once, and then a probe says whether that is over',
  async (t) => {
    const { log, check, append, outcomes } = watched()
    await append()
    log.mood = away
    await t.rejects(append(), away)
    await t.rejects(check(), { message: 'it takes no appends (no space in)' })
    t.equal(log.probes, 0)
    log.now += 3_000
    await t.rejects(check(), { message: 'it takes no appends (no space in)' })
    t.equal(log.probes, 1)
    log.now += 999
    await t.rejects(check())
    t.equal(log.probes, 1, 'not at every question')
    log.mood = 'works'
    log.now += 1
    await check()
    t.strictSame(outcomes, [
      'append of 1 taken',
      'append of 1 unavailable',
      'probe unavailable',
      'probe taken',
    ])
  },
)

t.test('an append whose outcome is unknown counts as refused', async (t) => {
  const { log, check, append, outcomes } = watched()
  log.mood = new OutcomeUnknown('the connection was lost')
  await t.rejects(append())
  await t.rejects(check(), { message: 'it takes no appends (the connection was lost)' })
  log.mood = 'works'
  await append()
  await check()
  t.strictSame(outcomes, ['append of 1 unknown', 'append of 1 taken'])
})

t.test('an append that takes too long is reported while it lasts', async (t) => {
  const { log, check, append } = watched()
  await append()
  log.mood = 'keeps'
  const stuck = append()
  log.now += 5_001
  await t.rejects(check(), { message: 'an append has been under way for 5 s' })
  log.letGo()
  await stuck
  await check()
})

t.test('all who ask at once share a probe, which lasts for some seconds', async (t) => {
  const { log, check } = watched()
  log.mood = 'keeps'
  const asked = [check(), check(), check()]
  log.letGo()
  await Promise.all(asked)
  log.now += 4_999
  await check()
  t.equal(log.probes, 1)
  log.mood = 'works'
  log.now += 1
  await check()
  t.equal(log.probes, 2)
})
