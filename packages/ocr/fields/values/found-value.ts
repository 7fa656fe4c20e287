/** A value that a text gives. */
export interface FoundValue<Value> {
  readonly value: Value
  /** the part of the text that gives it, as it stands there */
  readonly source: string
  /** 0 to 1: how well it fits what such values look like (check digits, known names, unambiguous order); not how well it was recognised */
  readonly plausibility: number
}

/** What is known of a paper before one of its values is read. */
export interface Hints {
  /** of the paper, ISO 639-1 */
  readonly language?: string | null
  /** where the value belongs, ISO 3166-1 alpha-2 */
  readonly country?: string | null
}
