import { v5 as uuidv5 } from 'uuid'

/** The id of something that a command adds to a note; a repeat of the command adds the same thing. */
export function partId(commandId: string, part: 'incident' | 'reservation'): string {
  return uuidv5(part, commandId)
}
