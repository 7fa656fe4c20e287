import { targetKind } from './request.js'

/** Whom a client seems to pass itself off as by its name: us, or the maker of a known assistant. */
export type Imitation =
  | { readonly of: 'ours' }
  | { readonly of: 'brand'; readonly brand: string }
  | { readonly of: 'nobody' }

interface Brand {
  readonly brand: string
  readonly words: readonly string[]
  /** with all below them */
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
/** Shorter parts of a host, such as `co`, are in many a name. */
const SHORTEST_LABEL = 4

/**
 * Whom a name imitates. Programs of one's own computer may have the name of any maker: they prove nothing by where they
 * are, as a site does by its host.
 */
export function imitationIn(name: string, redirectUri: string, siteUrl: string): Imitation {
  const isSite = targetKind(redirectUri) === 'site'
  const said = skeleton(isSite ? name : withoutOurLabel(name))
  if (ourNames(siteUrl).some((ours) => said.includes(skeleton(ours)))) return { of: 'ours' }
  if (!isSite) return { of: 'nobody' }
  const { hostname } = new URL(redirectUri)
  const imitated = BRANDS.find(
    ({ words, hosts }) =>
      words.some((word) => said.includes(skeleton(word))) && !hosts.some((host) => isWithin(hostname, host)),
  )
  return imitated ? { of: 'brand', brand: imitated.brand } : { of: 'nobody' }
}

/** Programs such as `Claude Code (ecmr)` name behind themselves the server to which they connect, as their person calls it. */
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

// Letters of other alphabets, and figures, that look like Latin ones (Unicode, technical standard 39).
const ALIKE: ReadonlyMap<string, string> = new Map(
  [
    ['a', 'аαɑᴀ4@'],
    ['c', 'сϲᴄ'],
    ['d', 'ԁᴅ'],
    ['e', 'еєεᴇ3€'],
    ['g', 'ɡցɢ9'],
    ['h', 'һнʜ'],
    ['l', 'iіıιɪӏlʟ1|!'],
    ['m', 'мμᴍ'],
    ['n', 'ոпɴ'],
    ['o', 'оοσᴏ0'],
    ['p', 'рρᴘ'],
    ['r', 'гʀя'],
    ['s', 'ѕꜱ5$'],
    ['t', 'тτᴛ'],
    ['u', 'υսᴜ'],
    ['y', 'уүʏ'],
  ].flatMap(([latin = '', others = '']) => [...others].map((other) => [other, latin] as const)),
)

/** What is left of a name for whoever only glances at it: letters, each as the Latin one that it looks like. */
function skeleton(name: string): string {
  const letters = [...name.normalize('NFKD').toLowerCase()].map((letter) => ALIKE.get(letter) ?? letter)
  return letters
    .join('')
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('rn', 'm')
}
