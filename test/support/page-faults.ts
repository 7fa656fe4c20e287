import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core'

/**
 * Writes down everything that a browser has to complain of while it looks at a site.
 *
 * @param mayFail its network is cut, or the service refuses what it sends: requests that fail are no faults
 */
export function recordFaults(
  context: BrowserContext,
  siteUrl: string,
  faults: string[],
  mayFail = false,
): void {
  const { origin } = new URL(siteUrl)
  const refusedPages = new Set<string>()
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'data:' && !isClientWaiting(request))
      faults.push(`it asks another site: ${url}`)
  })
  context.on('response', (response) => {
    const { status, url } = { status: response.status(), url: response.url() }
    if (status < 400) return
    if (response.request().isNavigationRequest()) refusedPages.add(url)
    else if (!mayFail) faults.push(`${status} for ${url}`)
  })
  context.on('requestfailed', (request) => {
    if (!isOvertaken(request) && !mayFail) faults.push(`${request.failure()?.errorText}: ${request.url()}`)
  })
  context.on('console', (message) => {
    if (mayFail && isAboutResource(message)) return
    if (isComplaint(message) && !isAboutRefusedPage(message, refusedPages))
      faults.push(`${message.type()} in the console of ${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) => faults.push(`${error.page()?.url()}: ${error.error()}`))
}

/** Where the consent page redirects to: an assistant on the user's machine. */
function isClientWaiting(request: Request): boolean {
  const { hostname, pathname } = new URL(request.url())
  return request.isNavigationRequest() && hostname === '127.0.0.1' && pathname === '/callback'
}

/**
 * The browser itself gave it up: a page, or what stands on it, that was left before it had come, or that became a
 * download. What a policy forbids or a server breaks off has other names.
 */
function isOvertaken(request: Request): boolean {
  return request.failure()?.errorText === 'net::ERR_ABORTED'
}

function isComplaint(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning'
}

/** Chromium also notes in the console that a page itself answered with an error status, which a test may well want. */
function isAboutRefusedPage(message: ConsoleMessage, refusedPages: ReadonlySet<string>): boolean {
  return isAboutResource(message) && refusedPages.has(message.location().url)
}

function isAboutResource(message: ConsoleMessage): boolean {
  return message.text().startsWith('Failed to load resource')
}
