import { targetKind } from './request.js'

/** Whose name a client seems to use: ours, or that of a known assistant. */
export type Impersonation =
  | { readonly of: 'ours' }
  | { readonly of: 'brand'; readonly brand: string }
  | { readonly of: 'none' }

interface Brand {
  readonly brand: string
  readonly words: readonly string[]
  /** with their subdomains */
  readonly hosts: readonly string[]
}

const BRANDS: readonly Brand[] = [
  {
    brand: 'Claude',
    words: ['claude', 'anthropic'],
    hosts: ['claude.ai', 'claude.com', 'anthropic.com'],
  },
  { brand: 'ChatGPT', words: ['chatgpt', 'openai'], hosts: ['chatgpt.com', 'openai.com'] },
  { brand: 'Gemini', words: ['gemini', 'google'], hosts: ['google.com'] },
  { brand: 'Cursor', words: ['cursor'], hosts: ['cursor.com', 'cursor.sh'] },
  {
    brand: 'Microsoft',
    words: ['copilot', 'microsoft', 'visual studio code', 'vs code'],
    hosts: ['microsoft.com', 'vscode.dev', 'azure-apim.net', 'github.com', 'cloud.microsoft'],
  },
]

const OUR_NAME = 'eCMR'
/** Shorter parts of a host, such as `co`, occur in many names. */
const SHORTEST_LABEL = 4

/**
 * Whose name a client uses. Programs on the user's own computer may have any assistant's name: unlike sites, they have no
 * host that could prove it. Look-alike letters are not detected (decision 0043): the page always shows the host.
 *
 * @param proof where its document is published, or where people are sent back to
 */
export function impersonationIn(name: string, proof: string, siteUrl: string): Impersonation {
  const isSite = targetKind(proof) === 'site'
  const said = plain(isSite ? name : withoutOurLabel(name))
  if (ourNames(siteUrl).some((ours) => said.includes(plain(ours)))) return { of: 'ours' }
  if (!isSite) return { of: 'none' }
  const { hostname } = new URL(proof)
  const impersonated = BRANDS.find(
    ({ words, hosts }) =>
      words.some((word) => said.includes(plain(word))) && !hosts.some((host) => isWithin(hostname, host)),
  )
  return impersonated ? { of: 'brand', brand: impersonated.brand } : { of: 'none' }
}

/** Programs such as `Claude Code (ecmr)` append the name that the user gave to the server. */
function withoutOurLabel(name: string): string {
  return name.replace(/(?<=\S) \([^()]*\)$/, '')
}

function ourNames(siteUrl: string): readonly string[] {
  const { hostname } = new URL(siteUrl)
  if (targetKind(siteUrl) !== 'site' || !hostname.includes('.')) return [OUR_NAME]
  const label = hostname.split('.').at(-2) ?? ''
  return [OUR_NAME, hostname, ...(label.length >= SHORTEST_LABEL ? [label] : [])]
}

function isWithin(hostname: string, host: string): boolean {
  return hostname === host || hostname.endsWith(`.${host}`)
}

/** The basic Latin letters and digits of a name, without case, accents and styles. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
