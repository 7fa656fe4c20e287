export interface WorkerLimits {
  /** attempts under way at a time, altogether, */
  readonly atOnce: number
  /** to all endpoints of one company, */
  readonly atOncePerCompany: number
  /** and to one endpoint, by all workers together */
  readonly atOncePerEndpoint: number
  /** how long a claimed delivery is left alone by other workers; longer than an attempt may take */
  readonly leaseMs: number
  /** looks for work this often even when nobody calls */
  readonly pollMs: number
  /** attempts under way get this long when stopping, then they are broken off and sent again after the next start */
  readonly stopMs: number
  /** gives a sign of life to the other workers this often */
  readonly signMs: number
  /** looks at the queue this often, for the metrics */
  readonly sampleMs: number
}

// A company may hold a quarter of the slots, so that receivers of one that hang leave enough to the others.
export const standardLimits: WorkerLimits = {
  atOnce: 512,
  atOncePerCompany: 128,
  atOncePerEndpoint: 16,
  leaseMs: 60_000,
  pollMs: 1_000,
  stopMs: 5_000,
  signMs: 5_000,
  sampleMs: 10_000,
}
