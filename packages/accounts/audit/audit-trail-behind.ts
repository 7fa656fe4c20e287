/** Changes stay in the outbox, because the event log does not take them at the moment. */
export class AuditTrailBehind extends Error {
  override readonly name = 'AuditTrailBehind'

  /**
   * @param carried how many other changes were carried
   * @param behind the companies that were tried without success, and why
   */
  constructor(
    readonly carried: number,
    readonly behind: ReadonlyMap<string, unknown>,
  ) {
    const [cause] = behind.values()
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
