import type { Company } from '../../harness/operator.js'
import type { Installation } from '../installation.js'

const NAME = 'Transportes Ejemplo'
const EMAIL = 'ana@example.com'

/** A company with its first person, made by the operator's commands. */
export interface FirstCompany extends Company {
  /** where a password is chosen, by anyone who has it */
  readonly link: string
}

/** Makes a company, its first user and an API key, as docs/operations.md says. */
export async function firstCompany(installation: Installation): Promise<FirstCompany> {
  const ecmr = async (...args: readonly string[]) => JSON.parse(await installation.ecmr(...args, '--json'))
  const { company } = await ecmr('companies', 'create', '--name', NAME, '--plan', 'enterprise')
  const of = ['--company', NAME]
  const person = ['--email', EMAIL, '--name', 'Ana Ejemplo', '--role', 'owner']
  const link = /https:\/\/\S+/.exec(await installation.ecmr('users', 'add', ...of, ...person))?.[0]
  if (!link?.startsWith(`${installation.site}/`)) throw new Error('users add gives no link to the panel')
  const page = await fetch(link)
  if (!page.ok) throw new Error(`the page at which the person chooses a password answers ${page.status}`)
  const { api_key: key } = await ecmr('keys', 'create', ...of)
  return { id: company.id, name: NAME, key, link }
}

/** What the operator's lists say of the company: its people and keys. */
export async function accountsOf(installation: Installation, { id }: Company): Promise<string> {
  const lists = ['users', 'keys'].map((what) => installation.ecmr(what, 'list', '--company', id, '--json'))
  const [users = '', keys = ''] = await Promise.all(lists)
  if (!users.includes(EMAIL)) throw new Error(`users list does not name ${EMAIL}`)
  // When a key was used last changes.
  return [users, keys].join('\n').replace(/"last_used_at": "[^"]*"/g, '')
}
