/** What is known of a paper before one of its values is read. */
export interface Hints {
  /** of the paper, ISO 639-1 */
  readonly language?: string | null
  /** where the value belongs, ISO 3166-1 alpha-2 */
  readonly country?: string | null
}
