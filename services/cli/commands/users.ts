import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import {
  addUser,
  changeRole,
  findUser,
  isEmailTaken,
  LIFETIMES,
  listUsers,
  type NewUser,
  type PersonChanged,
  removeUser,
  requestReset,
  type User,
  userRoles,
} from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { CommandFailed } from '../failure.js'
import { change, type Installation, inspect } from '../installation.js'
import { appendAuditTrail, operator } from '../operator.js'
import { companyNamed, properName } from '../options.js'
import { columns, example, print, table } from '../output.js'

const ROLES =
  'owner: manages the company; member: works with notes; driver: sees notes and records pickups, deliveries, incidents and signatures; reader: sees notes and the audit trail'

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('list')
    .description('list the people in a company, in the order they joined')
    .requiredOption('--company <company>', 'id or name')
    .addHelpText('after', example('ecmr users list --company "Transportes Norte"'))
    .action((options) =>
      inspect(async (installation) => {
        const company = await companyNamed(installation, options.company)
        const users = await listUsers(installation.pool, actingFor(company.id))
        print(options, { users }, () =>
          table(
            columns(users, ['email', 'name', 'role', 'language', 'last_login_at']),
            `${company.name} has no people yet. Add one with "ecmr users add".`,
          ),
        )
      }),
    ),
  new Command('add')
    .description('add a person to a company and print a link to set their password')
    .requiredOption('--company <company>', 'id or name')
    .requiredOption('--email <address>', 'the login email address', emailAddress)
    .requiredOption('--name <name>', 'full name', properName)
    .addOption(new Option('--role <role>', ROLES).choices(userRoles).default('member' as const))
    .addOption(
      new Option('--language <language>', 'of the panel')
        .choices(['es', 'en'] as const)
        .default('es' as const),
    )
    .addHelpText(
      'after',
      example('ecmr users add --company "Transportes Norte" --email ana@example.com --name "Ana Ruiz"'),
    )
    .action((options) =>
      change(async (installation) => {
        const { email, name, role, language } = options
        const company = await companyNamed(installation, options.company)
        const user = await add(installation, { company_id: company.id, email, name, role, language })
        const link = await passwordLink(installation, user)
        print(
          options,
          { user, ...link },
          () => `Added ${name} (${email}) to ${company.name}, as ${role}.\n\n${linkText(link)}`,
        )
        await appendAuditTrail(installation, company.id)
      }),
    ),
  new Command('reset-link')
    .description('print a link to set a new password; it is shown only once')
    .requiredOption('--email <address>', 'the login email address', emailAddress)
    .addHelpText('after', example('ecmr users reset-link --email ana@example.com'))
    .action((options) =>
      change(async (installation) => {
        const user = await userNamed(installation, options.email)
        const link = await passwordLink(installation, user)
        print(options, { user, ...link }, () => `For ${user.name} (${user.email}). ${linkText(link)}`)
        await appendAuditTrail(installation, user.company_id)
      }),
    ),
  new Command('set-role')
    .description('change the role of a person')
    .requiredOption('--email <address>', 'the login email address', emailAddress)
    .addOption(new Option('--role <role>', ROLES).choices(userRoles).makeOptionMandatory())
    .addHelpText('after', example('ecmr users set-role --email ana@example.com --role owner'))
    .action(({ email, role, ...options }) =>
      change(async (installation) => {
        const user = await userNamed(installation, email)
        const company = actingFor(user.company_id)
        mustBeDone(user, await changeRole(installation.pool, company, user.id, role, operator()))
        print(options, { user: { ...user, role } }, () => `${user.name} (${user.email}) is now ${role}.`)
        await appendAuditTrail(installation, user.company_id)
      }),
    ),
  new Command('remove')
    .description('remove a person and log them out everywhere; their past actions stay in the log')
    .requiredOption('--email <address>', 'the login email address', emailAddress)
    .addHelpText('after', example('ecmr users remove --email ana@example.com'))
    .action((options) =>
      change(async (installation) => {
        const user = await userNamed(installation, options.email)
        const company = actingFor(user.company_id)
        mustBeDone(user, await removeUser(installation.pool, company, user.id, operator()))
        print(options, { removed: user.id }, () => `Removed ${user.name} (${user.email}).`)
        await appendAuditTrail(installation, user.company_id)
      }),
    ),
]

async function add({ pool }: Installation, user: NewUser): Promise<User> {
  try {
    return await addUser(pool, user, operator())
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    throw new CommandFailed(
      `${user.email} already has an account. Create a password link with "ecmr users reset-link".`,
    )
  }
}

/** Tells the operator why a person's role could not end. */
function mustBeDone({ email }: User, outcome: PersonChanged): void {
  if (outcome === 'done') return
  if (outcome === 'not_found') throw new CommandFailed(`${email} has just been removed.`)
  throw new CommandFailed(
    `${email} is the only owner of the company. First make someone else an owner with "ecmr users set-role".`,
  )
}

/** An address at which a person chooses a password. It is printed and kept nowhere. */
interface PasswordLink {
  readonly link: string
  /** RFC 3339, UTC */
  readonly expires_at: string
}

/** Makes the link by which a person chooses a password, once and within an hour. It ends those made before. */
async function passwordLink({ pool, config }: Installation, user: User): Promise<PasswordLink> {
  const expires = new Date(Date.now() + LIFETIMES.reset)
  const made = await requestReset(pool, user.email, operator())
  if (made === undefined) throw new CommandFailed(`${user.email} has just been removed.`)
  return { link: `${config.siteUrl}/recuperar/${made.token}`, expires_at: expires.toISOString() }
}

/** What the operator reads about it. */
function linkText({ link }: PasswordLink): string {
  return `Anyone with this link can set the password. It is valid once, for ${LIFETIMES.reset / 60_000} minutes:\n\n  ${link}`
}

/** The person whom an option names. */
async function userNamed({ pool }: Installation, email: string): Promise<User> {
  const user = await findUser(pool, email)
  if (user !== undefined) return user
  throw new CommandFailed(`No user has the address ${email}. List people with "ecmr users list".`)
}

const LONGEST = 254

/** Reads a mail address; whether it exists only a message to it can tell. */
function emailAddress(text: string): string {
  const address = text.trim()
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) && address.length <= LONGEST) return address
  throw new InvalidArgumentError('Enter an email address, such as ana@example.com.')
}
