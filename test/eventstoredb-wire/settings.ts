/** How the server behaves; every default is that of a current server. */
export interface Settings {
  /** whether ServerFeatures lists BatchAppend; when not, calling it is UNIMPLEMENTED */
  readonly batchAppend: boolean
  /** whether subscriptions say when they have caught up (servers from 23.10 on) */
  readonly caughtUp: boolean
  /**
   * Whether a filtered subscription gets a checkpoint when its catching up ends. From 24.2 to 24.10 it repeats the place of
   * what was sent last, and that is (2^64-1, 2^64-1) when the subscription began at the start and nothing was sent
   * (`Enumerator.AllSubscriptionFiltered`).
   */
  readonly checkpointAtEndOfCatchUp: boolean
  /** whether the answer to a repeated append says where the events stand; older servers say `no_position` */
  readonly positionInRepeats: boolean
  /** bytes per append: data, metadata and twice the length of the type */
  readonly maxAppendSize: number
  /** how many events a live subscription may lag before it goes back to catching up */
  readonly liveBuffer: number
  /** after how many appends the server writes an event of its own; 0 for never */
  readonly systemEventEvery: number
  /** where the first event stands: a server that has run for years has positions of many digits */
  readonly firstPosition: number
  /** name and password; without them everyone may do everything */
  readonly users: Readonly<Record<string, string>> | undefined
}

export const DEFAULTS: Settings = {
  batchAppend: true,
  caughtUp: true,
  checkpointAtEndOfCatchUp: true,
  positionInRepeats: true,
  maxAppendSize: 1024 * 1024,
  liveBuffer: 32,
  systemEventEvery: 10,
  firstPosition: 0,
  users: undefined,
}

/** What servers before 23.10 do not do. */
export const OLD_SERVER: Partial<Settings> = {
  caughtUp: false,
  checkpointAtEndOfCatchUp: false,
  positionInRepeats: false,
}
