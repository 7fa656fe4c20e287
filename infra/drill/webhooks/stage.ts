import type { Certificate } from '../certificate.js'
import type { Environment } from '../operator.js'

/** What the drill is played on. */
export interface Stage {
  /** where the API is */
  readonly service: string
  /** for the operator's commands */
  readonly environment: Environment
  readonly databaseUrl: string
  /** Kills with SIGKILL, nothing before it; returns whom. */
  kill(round: number): Promise<string>
  /** Starts again who was killed; returns how many milliseconds it took until all was ready. */
  revive(): Promise<number>
  stop(): Promise<void>
}

/** @param directory what is written lies in it */
export type OpenStage = (directory: string, certificate: Certificate | undefined) => Promise<Stage>
