import { openSeal } from '@ecmr/documents'
import { type Config, certificateEnd, reasonOf } from '@ecmr/runtime'
import { type Check, type Found, notChecked, ok, problem, warning } from './finding.js'

const DAY_MS = 86_400_000
const SOON_DAYS = 21
const LONGEST_MS = 8_000

/** Certificates, and whether the service answers where the world looks for it. */
export const checksOfSite = ({ siteUrl, documentSeal }: Config): readonly Check[] => [
  {
    name: 'site',
    otherwise: 'Check the proxy and SITE_URL.',
    look: () => site(siteUrl),
  },
  {
    name: 'certificate',
    otherwise: 'Renew the certificate of the proxy; callers and webhooks’ receivers reject this one.',
    async look() {
      if (!siteUrl.startsWith('https:')) return ok('SITE_URL is not encrypted, so no certificate is needed.')
      const until = await certificateEnd(siteUrl, { mustBeTrusted: true })
      return until
        ? daysLeft('The certificate of SITE_URL', until)
        : notChecked(`${siteUrl} cannot be reached from here.`)
    },
  },
  {
    name: 'document seal',
    otherwise: 'Correct DOCUMENT_SEAL_FILE and DOCUMENT_SEAL_PASSWORD.',
    async look() {
      if (documentSeal === undefined) return ok('Documents are not sealed.')
      const seal = await openSeal(documentSeal)
      return daysLeft('The certificate that seals documents', seal.validUntil)
    },
  },
]

async function site(siteUrl: string): Promise<Found> {
  const url = `${siteUrl}/api/health`
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LONGEST_MS) }).catch(
    whyNot,
  )
  // Not a problem by itself: from inside a container the public address is often out of reach.
  if (typeof answer === 'string')
    return warning(
      `${siteUrl} cannot be reached from here: ${answer}.`,
      `Start the service; if it runs, open ${url} from outside.`,
    )
  const body: unknown = await answer.json().catch(() => undefined)
  const status =
    typeof body === 'object' && body !== null && 'status' in body ? String(body.status) : undefined
  const todo = `Read ${url}; its problems and the log say why.`
  if (status === 'ok') return ok(`${siteUrl} answers, and is well.`)
  if (status === 'degraded') return warning(`${siteUrl} answers, and is degraded.`, todo)
  if (status === 'unavailable') return problem(`${siteUrl} answers, and cannot take commands.`, todo)
  return problem(
    `${url} answers ${answer.status}, and not as this service does.`,
    'Check the proxy and SITE_URL.',
  )
}

/** `fetch` says only that it failed, where it has no words of the system's to pass on. */
function whyNot(error: unknown): string {
  const reason = reasonOf(error)
  const isVague = error instanceof TypeError && error.cause instanceof Error && reason === error.message
  return isVague ? reasonOf(error.cause) : reason
}

/** @param now for tests */
export function daysLeft(whose: string, until: Date, now = new Date()): Found {
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS)
  const says = `${whose} is valid for ${days} more days, until ${until.toISOString().slice(0, 10)}.`
  if (days < 0) return problem(`${whose} expired on ${until.toISOString().slice(0, 10)}.`, 'Renew it.')
  return days < SOON_DAYS ? warning(says, 'Renew it.') : ok(says)
}
