/** Where a runner says what it does; a pino logger fits. */
export interface RunnerLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Where a runner counts what it does. */
export interface RunnerMetrics {
  /** events applied and stored in one transaction, and how long that took */
  batch(projection: string, events: number, milliseconds: number): void
  /** an event of an unknown type was passed over */
  skipped(projection: string, type: string): void
  /** a stream was parked */
  parked(projection: string): void
  /** whether it stands still, because the log does not hold what it has seen */
  diverged(projection: string, isDiverged: boolean): void
  /** a batch took too long to write, and was written in halves */
  halved(projection: string): void
  /** writing or reading failed, and the projection begins again at its checkpoint */
  failed(projection: string): void
  /** how far the read model is behind the log */
  lag(projection: string, milliseconds: number): void
}
