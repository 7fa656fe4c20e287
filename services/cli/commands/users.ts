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

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('list')
    .description('list the people of a company, in the order in which they joined')
    .requiredOption('--company <company>', 'id or name')
    .addHelpText('after', example('ecmr users list --company "Transportes Norte"'))
    .action((options) =>
      inspect(async (installation) => {
        const company = await companyNamed(installation, options.company)
        const users = await listUsers(installation.pool, actingFor(company.id))
        print(options, { users }, () =>
          table(
            columns(users, ['email', 'name', 'role', 'language', 'last_login_at']),
            `${company.name} has no people yet; "ecmr users add" adds one.`,
          ),
        )
      }),
    ),
  new Command('add')
    .description('add a person to a company, and print the link to choose a password')
    .requiredOption('--company <company>', 'id or name')
    .requiredOption('--email <address>', 'with which the person logs in', emailAddress)
    .requiredOption('--name <name>', 'of the person', properName)
    .addOption(
      new Option('--role <role>', 'owners look after keys, webhooks and people, members work with notes')
        .choices(userRoles)
        .default('member' as const),
    )
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
    .description('print a link by which a person chooses a new password; it is shown this once')
    .requiredOption('--email <address>', 'with which the person logs in', emailAddress)
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
    .description('make a person an owner or a member')
    .requiredOption('--email <address>', 'with which the person logs in', emailAddress)
    .addOption(
      new Option('--role <role>', 'owners look after keys, webhooks and people, members work with notes')
        .choices(userRoles)
        .makeOptionMandatory(),
    )
    .addHelpText('after', example('ecmr users set-role --email ana@example.com --role owner'))
    .action(({ email, role, ...options }) =>
      change(async (installation) => {
        const user = await userNamed(installation, email)
        const company = actingFor(user.company_id)
        mustBeDone(user, await changeRole(installation.pool, company, user.id, role, operator()))
        print(options, { user: { ...user, role } }, () => `${user.name} (${user.email}) is ${role} now.`)
        await appendAuditTrail(installation, user.company_id)
      }),
    ),
  new Command('remove')
    .description('delete a person, who is logged out everywhere at once; what was done stays in the log')
    .requiredOption('--email <address>', 'with which the person logs in', emailAddress)
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
      `${user.email} has an account already; "ecmr users reset-link" makes a link to choose its password.`,
    )
  }
}

/** Tells the operator why a person's role could not end. */
function mustBeDone({ email }: User, outcome: PersonChanged): void {
  if (outcome === 'done') return
  if (outcome === 'not_found') throw new CommandFailed(`${email} has been removed just now.`)
  throw new CommandFailed(
    `${email} is the only owner of the company; make another person an owner with "ecmr users set-role" first.`,
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
  if (made === undefined) throw new CommandFailed(`${user.email} has been removed just now.`)
  return { link: `${config.siteUrl}/recuperar/${made.token}`, expires_at: expires.toISOString() }
}

/** What the operator reads about it. */
function linkText({ link }: PasswordLink): string {
  return `Anyone with this link can choose the password; it works once, within ${LIFETIMES.reset / 60_000} minutes:\n\n  ${link}`
}

/** The person whom an option names. */
async function userNamed({ pool }: Installation, email: string): Promise<User> {
  const user = await findUser(pool, email)
  if (user !== undefined) return user
  throw new CommandFailed(
    `There is no user with the address ${email}; "ecmr users list" shows the people of a company.`,
  )
}

const LONGEST = 254

/** Reads a mail address; whether it exists only a message to it can tell. */
function emailAddress(text: string): string {
  const address = text.trim()
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) && address.length <= LONGEST) return address
  throw new InvalidArgumentError('Give a mail address, such as ana@example.com.')
}
