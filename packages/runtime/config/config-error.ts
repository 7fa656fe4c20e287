/** The configuration cannot be used; the message names every fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(readonly faults: readonly string[]) {
    super(['The configuration is not valid:', ...faults].join(faults.length === 1 ? ' ' : '\n  '))
  }
}
