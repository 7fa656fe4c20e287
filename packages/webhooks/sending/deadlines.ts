/** How long an attempt may take, milliseconds. */
export interface Deadlines {
  /** until DNS has answered */
  readonly dnsMs: number
  /** until the connection stands, DNS and TLS included */
  readonly connectMs: number
  /** altogether, the answer's body included */
  readonly totalMs: number
}

export const standardDeadlines: Deadlines = { dnsMs: 3_000, connectMs: 5_000, totalMs: 15_000 }
