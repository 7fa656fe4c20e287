/** The bytes that are kept are not those that were put. */
export class ObjectDamaged extends Error {
  override readonly name = 'ObjectDamaged'

  /** @param fault in words that go on after a colon */
  constructor(
    readonly key: string,
    readonly fault: string,
  ) {
    super(`The object ${key} is damaged: ${fault}.`)
  }
}
