import { closed, textOrNull } from '@ecmr/contract'
import { type CursorFault, type CursorScope, openCursor, sealCursor } from '@ecmr/postgres'
import { type TProperties, Type } from '@sinclair/typebox'
import type { ToolAnswer } from './tool.js'

/** What an answer with several pages was asked: whose it is, and all that decides what is on them. */
export interface Question {
  readonly company: string
  readonly tool: string
  /** without the size of a page and the cursor itself */
  readonly asked: unknown
}

/** The parameter that takes a cursor. */
export const cursorParameter = Type.Optional(
  Type.String({
    description: 'next_cursor de la respuesta anterior, con los demás parámetros iguales',
    maxLength: 400,
  }),
)

/** Members of every answer that may go on. */
export function goesOn<More extends TProperties>(more: More) {
  return closed({
    ...more,
    has_more: Type.Boolean({ description: 'true: siga con next_cursor' }),
    next_cursor: textOrNull('Para cursor'),
  })
}

/** A cursor as assistants carry it. */
export function cursorAt(question: Question, ...place: readonly (string | number)[]): string {
  return sealCursor(place.map(String), scopeOf(question))
}

/** The place that a cursor holds; or what to do when it is none, or belongs to another company or another question. */
export function placeIn(cursor: string, question: Question): ToolAnswer<readonly string[]> {
  const opened = openCursor(cursor, scopeOf(question))
  if (typeof opened === 'string') return refusalOf(opened)
  return { ok: true, data: opened }
}

function scopeOf({ company, tool, asked }: Question): CursorScope {
  return { list: ['notes', company], question: [tool, asked] }
}

const refused = (sentence: string) => ({ ok: false, sentence }) as const

/** The refusal of a cursor that is none of this company. */
export const ALTERED = refused(
  'cursor: no es un cursor de esta empresa, o está cambiado. Envíe next_cursor tal como vino en la respuesta, o empiece de nuevo sin cursor.',
)
const OTHER_QUESTION = refused(
  'cursor: es de otra consulta. Repita los parámetros de la que lo dio, sin cambiar ninguno, o empiece de nuevo sin cursor.',
)

/** What to do about a cursor that cannot be used. */
export function refusalOf(fault: CursorFault): typeof ALTERED {
  switch (fault) {
    case 'not_ours':
      return ALTERED
    case 'other_question':
      return OTHER_QUESTION
    default:
      return fault satisfies never
  }
}
