import type { AddressGuard } from './address-guard.js'
import type { documentFetcher } from './fetch-document.js'

/** Gets small documents through the guard, by an HTTP client that is loaded with the first of them: it takes memory. */
export function fetchOnDemand(guard: AddressGuard): ReturnType<typeof documentFetcher> {
  let opened: Promise<ReturnType<typeof documentFetcher>> | undefined
  return async (url) => {
    opened ??= import('./fetch-document.js').then((module) => module.documentFetcher({ guard }))
    return (await opened)(url)
  }
}
