import type { RebuildOptions, RebuildPhase } from './options.js'

/** Counts what a rebuild has done, and tells whoever wants to know. */
export class ProgressReporter {
  readonly #onProgress: RebuildOptions['onProgress']
  readonly #started = performance.now()
  readonly #total: number | undefined
  #phase: RebuildPhase = 'load'
  #done = 0

  constructor(total: number | undefined, onProgress: RebuildOptions['onProgress']) {
    this.#total = total
    this.#onProgress = onProgress
  }

  get events(): number {
    return this.#done
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1_000
  }

  phase(phase: RebuildPhase): void {
    this.#phase = phase
    this.#tell()
  }

  add(events: number): void {
    this.#done += events
    this.#tell()
  }

  #tell(): void {
    this.#onProgress?.({
      phase: this.#phase,
      eventsDone: this.#done,
      eventsTotal: this.#total && Math.max(this.#total, this.#done),
      eventsPerSecond: Math.round(this.#done / this.seconds),
    })
  }
}
