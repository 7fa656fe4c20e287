import type { ToolContext } from '../tools/tool.js'

/** One message of a client, and what becomes of it. */
export interface Exchange {
  readonly context: ToolContext
  /** what went wrong without the client's doing */
  fault?: unknown
}

/** What is sent back: one JSON text, or nothing at all. */
export interface Answer {
  readonly status: number
  readonly json?: string
}
