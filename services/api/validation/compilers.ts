import { bodyValidators, queryValidators } from '@ecmr/contract'
import type { ApiServer } from '../api-server.js'

/** Compiles the schemas of requests: bodies are taken as they are, query strings are text to be read. */
export function useStrictValidation(app: ApiServer): void {
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? bodyValidators : queryValidators).compile(schema),
  )
}
