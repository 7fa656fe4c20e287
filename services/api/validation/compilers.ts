import { bodyValidators, queryValidators } from '@ecmr/contract'
import { compileOnce } from '@ecmr/web'
import type { FastifySchema } from 'fastify'
import type { ApiServer } from '../api-server.js'

const ofBody = compileOnce((schema: FastifySchema) => bodyValidators.compile(schema))
const ofQuery = compileOnce((schema: FastifySchema) => queryValidators.compile(schema))

/** Compiles the schemas of requests: bodies are taken as they are, query strings are text to be read. */
export function useStrictValidation(app: ApiServer): void {
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? ofBody : ofQuery)(schema))
}
