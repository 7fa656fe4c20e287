import { bodyValidators } from '@ecmr/contract'
import type { TObject } from '@sinclair/typebox'
import { sentencesFor } from './argument-sentences.js'

/** No tool has anywhere near as many parameters; what has more is not looked at one by one. */
const MOST_ARGUMENTS = 50

export type CheckedArguments =
  | { readonly ok: true; readonly args: Record<string, unknown> }
  | { readonly ok: false; readonly sentence: string }

/** Compiles the check of a tool's arguments; what is wrong with them is said in a sentence for each. */
export function argumentCheck(input: TObject): (args: unknown) => CheckedArguments {
  const validate = bodyValidators.compile(input)
  const names = Object.keys(input.properties)
  return (args = {}) => {
    if (!isObject(args))
      return refused('Envíe los argumentos como un objeto JSON, con un miembro por parámetro.')
    if (Object.keys(args).length > MOST_ARGUMENTS) return refused('Son demasiados argumentos.')
    if (validate(args)) return { ok: true, args }
    return refused(sentencesFor(validate.errors ?? [], names).join(' '))
  }
}

const refused = (sentence: string): CheckedArguments => ({ ok: false, sentence })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
