import type { Prometheus, Target } from '../../harness/prometheus.js'
import type { Trial } from './trial.js'

/** An installation with faults that can be made in it. */
export interface Scene {
  readonly targets: readonly Target[]
  /** side by side; the faults of one lane one after the other */
  readonly lanes: readonly (readonly Trial[])[]
  /** alerts that must not fire here, and why one might think so */
  readonly quiet?: Readonly<Record<string, string>>
  /** alerts for which no fault can be made on this machine, and why */
  readonly untried?: Readonly<Record<string, string>>
  /** Ends the load, which must not outlast what it is for. */
  close(): Promise<void>
}

/** Starts an installation. */
export interface Stage {
  readonly name: string
  /** what its faults raise */
  readonly alerts: readonly string[]
  /**
   * @param directory what it writes lies in it
   * @param prometheus whose targets it may change
   */
  open(directory: string, prometheus: Prometheus): Promise<Scene>
}
