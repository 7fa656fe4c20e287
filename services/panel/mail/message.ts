/** A message to one person: plain text, in his language. */
export interface Message {
  /** an address, and nothing but one */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Whoever makes these bounds them, so others, which anybody can ask for, do not use up their place. */
  readonly isBounded?: true
}
