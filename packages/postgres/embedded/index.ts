/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  readonly url: string
  /** a sentence for the operator, when something is not where one would look for it */
  readonly note?: string
  /** Stops the server, unless somebody else is using it. */
  stop(): Promise<void>
}

/** Starts PostgreSQL on a data directory for the one service that owns it. */
export async function startEmbeddedPostgres(_options: {
  readonly dataDir: string
  readonly log?: (line: string) => void
}): Promise<EmbeddedPostgres> {
  throw new Error('not yet')
}

/** Connects to the PostgreSQL of a data directory, running or not; `stop` stops it only when this call started it. */
export async function connectEmbedded(_dataDir: string): Promise<EmbeddedPostgres> {
  throw new Error('not yet')
}
