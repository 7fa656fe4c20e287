/** A heading with what stands below it, one paragraph each. */
export interface Section {
  readonly heading: string
  readonly points: readonly string[]
}

/** What README.txt says in one language. `{number}`, `{version}`, `{size}`, `{at}` and `{site}` stand for those of the bundle. */
export interface ReadMeTexts {
  readonly title: string
  /** stands above everything in the proof of a test note */
  readonly test: string
  readonly about: readonly string[]
  readonly proves: Section
  readonly provesNot: Section
  readonly keys: Section
  readonly checking: Section
  /** above the commands of each step */
  readonly steps: Readonly<
    Record<'files' | 'key' | 'signatures' | 'chain' | 'tree' | 'timestamp' | 'program', string>
  >
}
