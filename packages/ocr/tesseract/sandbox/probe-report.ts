/** What a probe is to try. */
export interface ProbeOrder {
  /** on which this machine's loopback address is listened to */
  readonly port: number
  /** files and directories that it should not be able to read */
  readonly files: readonly string[]
  /** the names of variables that hold secrets */
  readonly secretNames: readonly string[]
}

/** What a probe could do. */
export interface ProbeReport {
  readonly uid: number
  readonly reachesNetwork: boolean
  readonly readsFiles: boolean
  /** of the processes that started it, one after the other */
  readonly readsEnvironments: boolean
  /** one of those environments holds a secret */
  readonly readsSecrets: boolean
}

export function isProbeReport(value: unknown): value is ProbeReport {
  if (typeof value !== 'object' || value === null) return false
  const names = ['reachesNetwork', 'readsFiles', 'readsEnvironments', 'readsSecrets']
  return 'uid' in value && names.every((name) => typeof Reflect.get(value, name) === 'boolean')
}
