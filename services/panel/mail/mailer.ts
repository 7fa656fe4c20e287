/** A message to one person: plain text, in his language. */
export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends messages. */
export interface Mailer {
  /** Rejects when the mail server does not take the message. */
  send(message: Message): Promise<void>
  close(): void
}
