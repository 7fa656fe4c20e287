/** A value that a text gives. */
export interface FoundValue<Value> {
  readonly value: Value
  /** the part of the text that gives it, as it stands there */
  readonly source: string
  /** 0 to 1: how well it fits what such values look like (check digits, known names, unambiguous order); not how well it was recognised */
  readonly plausibility: number
}
