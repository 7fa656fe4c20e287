/** What a process is asked. */
export interface Job {
  readonly id: number
  readonly task: string
  readonly work: unknown
}

/** What a process says of the job with this number. */
export type ProcessMessage = { readonly id: number } & (
  | { readonly kind: 'begun' }
  /** it lacks what its work needs; nothing that another job could help */
  | { readonly kind: 'unequipped'; readonly reason: string }
  | { readonly kind: 'answered'; readonly answer: unknown }
  /** where in the code; what an error says could be part of what was worked on */
  | { readonly kind: 'failed'; readonly at: string }
)

export function isProcessMessage(message: unknown): message is ProcessMessage {
  return isObject(message) && 'kind' in message && 'id' in message && typeof message.id === 'number'
}

export function isJob(message: unknown): message is Job {
  return isObject(message) && 'task' in message && 'work' in message && 'id' in message
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
