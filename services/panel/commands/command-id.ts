import { validate as isUuid, v5 as uuidv5 } from 'uuid'
import { PageProblem } from '../problems/page-problem.js'

const FORMS = '8d4a1f0e-6f0b-4e0c-9a53-3c1f5b7e2d64'

/** Whose form was sent, and what it does. */
export interface SentForm {
  readonly company: string
  readonly user: string
  /** such as `sign` */
  readonly action: string
  /** the note that it is about; none yet on creation */
  readonly note?: string
  /** what its hidden field `once` holds, a UUID */
  readonly once: string
}

/** Whether the hidden field of a form holds what we put there. */
export function isOnce(text: string): boolean {
  return isUuid(text)
}

/**
 * The id of what a form is to do. The same form sent again, by a double click, a reload or after a lost answer, gives
 * the same id, and so changes nothing more. Who sends it is part of it, so that nobody can take an id that others use;
 * what it says is too, so that a form that was filled in anew is not taken for the old one.
 *
 * @throws PageProblem when `once` is not as we put it there
 */
export function commandIdOf(form: SentForm, says: unknown): string {
  return uuidv5(JSON.stringify([...partsOf(form), says]), FORMS)
}

/**
 * The id of the note that a form creates, whatever it says.
 *
 * @throws PageProblem as `commandIdOf`
 */
export function noteIdFrom(form: SentForm): string {
  return uuidv5(JSON.stringify(partsOf(form)), FORMS)
}

function partsOf({ company, user, action, note, once }: SentForm): readonly string[] {
  if (!isOnce(once)) throw new PageProblem('malformed')
  return [company, user, action, note ?? '', once.toLowerCase()]
}
