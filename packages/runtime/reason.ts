/**
 * Why something that we depend on does not work, in words that go on after a colon: none of our addresses, accounts or
 * passwords. An error whose message is a sentence, with its full stop, keeps it.
 */
export function reasonOf(error: unknown): string {
  for (const each of causes(error)) {
    const reason = wordsFor('code' in each ? each.code : undefined)
    if (reason) return reason
  }
  if (!(error instanceof Error)) return String(error)
  return error.message || error.name
}

/** The error, what it was caused by, and so on; of several that happened together the first. */
function* causes(error: unknown): Generator<Error> {
  for (let next = error; next instanceof Error; ) {
    yield next
    next = next instanceof AggregateError ? next.errors[0] : next.cause
  }
}

function wordsFor(code: unknown): string | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens at its address'
    case 'ECONNRESET':
    case 'EPIPE':
    // https://undici.nodejs.org/#/docs/api/Errors
    case 'UND_ERR_SOCKET':
      return 'the connection was cut'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its host name is not known'
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'its host cannot be reached'
    // PostgreSQL: https://www.postgresql.org/docs/18/errcodes-appendix.html
    case '28000':
    case '28P01':
      return 'it does not accept our user or password'
    case '3D000':
      return 'it does not have our database'
    case '42501':
      return 'our user may not do what is needed'
    case '42P01':
    case '3F000':
      return 'its tables are not there yet'
    default:
      return undefined
  }
}
