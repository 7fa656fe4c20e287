import { bodyValidators, queryValidators } from '@ecmr/contract'
import type { ApiServer } from '../api-server.js'

/** Compiles the schemas of requests: bodies are taken as they are, query strings are text to be read. */
export function useStrictValidation(app: ApiServer): void {
  const bodies = bodyValidators()
  const queries = queryValidators()
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? bodies : queries).compile(schema))
}
