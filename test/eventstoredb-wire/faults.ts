import type { Endpoint } from './refusals.js'

/** What can go wrong on demand. Everything stays as it is set until it is set again. */
export interface Faults {
  /** After so many answers, the next so many appends are committed, but not answered: the connection breaks, or there is silence. */
  dropReplies(count: number, how?: 'disconnect' | 'silence', after?: number): void
  /** Answers to appends come late. */
  delayReplies(ms: number): void
  /** Half-open: calls are accepted and nothing answers, on streams that are open neither. */
  hang(): void
  /** How often something that came, or was under way, had to wait since `hang`. */
  waiting(): number
  /** Ends `hang`; what was waiting goes on. */
  resume(): void
  /**
   * Everything is refused as UNAVAILABLE until `ready`. Current servers answer an append on an open
   * BatchAppend stream with a packed Empty instead and leave the stream open: `batches: 'reply'`.
   */
  notReady(options?: { readonly batches?: 'refuse' | 'reply' }): void
  ready(): void
  /** Appends, and reads that require the leader, are refused with the leader's endpoint; undefined ends it. */
  notLeader(leader: Endpoint | undefined): void
  /** Ends every subscription, now or after so many more events; returns how many ended now. */
  killSubscriptions(options?: { readonly after?: number }): number
  /** A subscription that resumes first gets the last so many events again. */
  resendOnResume(events: number): void
  /** Live events come late, one by one, so that the subscription falls behind and has to catch up again. */
  slowLive(ms: number): void
  /** A filtered subscription gets a checkpoint after every record, right behind events not yet handled. */
  eagerCheckpoints(on: boolean): void
}

/** The faults as the server's parts see them. */
export interface FaultState {
  /** asked once for each append that is committed: how its answer is lost, if it is */
  drop: () => 'disconnect' | 'silence' | undefined
  replyDelay: number
  /** ends with `resume`; undefined: the server does not hang */
  hung: () => Promise<void> | undefined
  ready: boolean
  batchesWhenNotReady: 'refuse' | 'reply'
  leader: Endpoint | undefined
  /** events until every subscription ends */
  killAfter: number
  resend: number
  liveDelay: number
  eagerCheckpoints: boolean
}

export function faultState(): FaultState {
  return {
    drop: () => undefined,
    replyDelay: 0,
    hung: () => undefined,
    ready: true,
    batchesWhenNotReady: 'refuse',
    leader: undefined,
    killAfter: Infinity,
    resend: 0,
    liveDelay: 0,
    eagerCheckpoints: false,
  }
}

/** The switches of a server's faults. */
export function faultsOn(state: FaultState, endSubscriptions: () => number): Faults {
  let wake: (() => void) | undefined
  let waiting = 0
  return {
    dropReplies(count, how = 'disconnect', after = 0) {
      let commits = 0
      state.drop = () => (++commits > after && commits <= after + count ? how : undefined)
    },
    delayReplies(ms) {
      state.replyDelay = ms
    },
    hang() {
      if (wake) return
      const resumed = new Promise<void>((resolve) => {
        wake = resolve
      })
      state.hung = () => {
        waiting += 1
        return resumed
      }
    },
    waiting: () => waiting,
    resume() {
      state.hung = () => undefined
      waiting = 0
      wake?.()
      wake = undefined
    },
    notReady({ batches = 'refuse' } = {}) {
      state.ready = false
      state.batchesWhenNotReady = batches
    },
    ready() {
      state.ready = true
    },
    notLeader(leader) {
      state.leader = leader
    },
    killSubscriptions({ after } = {}) {
      if (after === undefined) return endSubscriptions()
      state.killAfter = after
      return 0
    },
    resendOnResume(events) {
      state.resend = events
    },
    slowLive(ms) {
      state.liveDelay = ms
    },
    eagerCheckpoints(on) {
      state.eagerCheckpoints = on
    },
  }
}
