import { bodyValidators } from '@ecmr/contract'
import type { TSchema } from '@sinclair/typebox'
import type { FastifySchemaCompiler } from 'fastify'

/** Holds a body against the one of several schemas that fits its shape, so that its faults are said by that one alone. */
export function bodyByShape(schemaFor: (body: unknown) => TSchema) {
  return (): ReturnType<FastifySchemaCompiler<unknown>> => {
    const validate: ReturnType<FastifySchemaCompiler<unknown>> = (body: unknown) => {
      const judge = bodyValidators.compile(schemaFor(body))
      const isGood = judge(body)
      validate.errors = judge.errors ?? null
      return isGood
    }
    return validate
  }
}
