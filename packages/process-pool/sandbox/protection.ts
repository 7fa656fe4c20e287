/** What a process is kept from, as a probe in its place has found out. */
export interface Protection {
  /** none: it reaches no address, not even those of this machine */
  readonly network: 'none' | 'shared'
  /** separate: a user of its own; namespace: the service's, without its rights over other processes' memory */
  readonly user: 'separate' | 'namespace' | 'shared'
  /** own: it sees the programs that it needs, read-only, and nothing else */
  readonly files: 'own' | 'shared'
  /**
   * hidden: it cannot read the environment of the service, nor of those that started it; clean: it can, and no secret stands there;
   * exposed: it can read secrets there
   */
  readonly environment: 'hidden' | 'clean' | 'exposed'
}

/** What there is without any protection. */
export const unprotected: Protection = {
  network: 'shared',
  user: 'shared',
  files: 'shared',
  environment: 'exposed',
}
