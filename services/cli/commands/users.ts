import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import {
  addMembership,
  addUser,
  type Company,
  changeRole,
  findPerson,
  findUser,
  isEmailTaken,
  LIFETIMES,
  listMemberships,
  listUsers,
  MOST_MEMBERSHIPS,
  type NewUser,
  type Person,
  type PersonChanged,
  removeUser,
  requestReset,
  resetSecondFactor,
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

const OF_SEVERAL = 'id or name; only needed for people with several companies'

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('list')
    .description('list the people in a company, in the order they joined, or the companies of a person')
    .option('--company <company>', 'id or name')
    .option('--email <address>', 'the login email address', emailAddress)
    .addHelpText('after', example('ecmr users list --company "Transportes Norte"'))
    .action((options) =>
      inspect(async (installation) => {
        if ((options.company === undefined) === (options.email === undefined))
          throw new CommandFailed('Name either a company with --company or a person with --email.')
        if (options.email !== undefined) return listCompaniesOf(installation, options.email, options)
        const company = await companyNamed(installation, options.company ?? '')
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
    .description(
      'add a person to a company; if they have no account yet, create it and print a link to set their password',
    )
    .requiredOption('--company <company>', 'id or name')
    .requiredOption('--email <address>', 'the login email address', emailAddress)
    .option('--name <name>', 'full name; for a new account', properName)
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
        const known = await findPerson(installation.pool, email)
        if (known && (await listMemberships(installation.pool, known.id)).length > 0) {
          const user = await addKnown(installation, known, company, role)
          print(
            options,
            { user },
            () =>
              `Added ${user.name} (${user.email}) to ${company.name}, as ${role}. They log in with the password of their account.`,
          )
          return appendAuditTrail(installation, company.id)
        }
        if (name === undefined)
          throw new CommandFailed(`${email} has no account yet. Give their full name with --name.`)
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
        const user = await personNamed(installation, options.email)
        const link = await passwordLink(installation, user)
        print(options, { user, ...link }, () => `For ${user.name} (${user.email}). ${linkText(link)}`)
        await appendAuditTrail(installation)
      }),
    ),
  new Command('reset-second-factor')
    .description(
      'remove the second factor of a person who has lost it: their app, passkeys, recovery codes and sessions',
    )
    .requiredOption('--email <address>', 'the login email address', emailAddress)
    .addHelpText('after', example('ecmr users reset-second-factor --email ana@example.com'))
    .action((options) =>
      change(async (installation) => {
        const user = await personNamed(installation, options.email)
        const reset = await resetSecondFactor(installation.pool, user.id, operator())
        if (!reset.ok) throw new CommandFailed(`${user.email} has no second factor.`)
        print(
          options,
          { user },
          () =>
            `Removed the second factor of ${user.name} (${user.email}) and ended their sessions. They log in with the password alone and can set up another one. Tell them yourself: no mail is sent.`,
        )
        await appendAuditTrail(installation)
      }),
    ),
  new Command('set-role')
    .description('change the role of a person in a company')
    .requiredOption('--email <address>', 'the login email address', emailAddress)
    .option('--company <company>', OF_SEVERAL)
    .addOption(new Option('--role <role>', ROLES).choices(userRoles).makeOptionMandatory())
    .addHelpText('after', example('ecmr users set-role --email ana@example.com --role owner'))
    .action(({ email, role, ...options }) =>
      change(async (installation) => {
        const user = await memberNamed(installation, email, options.company)
        const company = actingFor(user.company_id)
        mustBeDone(user, await changeRole(installation.pool, company, user.id, role, operator()))
        print(options, { user: { ...user, role } }, () => `${user.name} (${user.email}) is now ${role}.`)
        await appendAuditTrail(installation, user.company_id)
      }),
    ),
  new Command('remove')
    .description('remove a person from a company and log them out of it; their past actions stay in the log')
    .requiredOption('--email <address>', 'the login email address', emailAddress)
    .option('--company <company>', OF_SEVERAL)
    .addHelpText('after', example('ecmr users remove --email ana@example.com'))
    .action((options) =>
      change(async (installation) => {
        const user = await memberNamed(installation, options.email, options.company)
        const company = actingFor(user.company_id)
        mustBeDone(user, await removeUser(installation.pool, company, user.id, operator()))
        const left = await listMemberships(installation.pool, user.id)
        print(
          options,
          { removed: user.id, company_id: user.company_id },
          () =>
            `Removed ${user.name} (${user.email}).${left.length === 0 ? ' Their account belongs to no company any more and will be deleted after 30 days.' : ''}`,
        )
        await appendAuditTrail(installation, user.company_id)
      }),
    ),
]

async function add({ pool }: Installation, user: NewUser): Promise<User> {
  try {
    return await addUser(pool, user, operator())
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    throw new CommandFailed(`${user.email} has just been given an account. Run the command again.`)
  }
}

/** Adds a person who has an account. */
async function addKnown(
  { pool }: Installation,
  person: Person,
  company: Company,
  role: User['role'],
): Promise<User> {
  const added = await addMembership(pool, person, { company_id: company.id, role }, operator())
  if (added.ok) return added.user
  throw new CommandFailed(
    added.reason === 'already_member'
      ? `${person.email} already belongs to ${company.name}. Change their role with "ecmr users set-role".`
      : `${person.email} belongs to ${MOST_MEMBERSHIPS} companies, the maximum. First remove them from one with "ecmr users remove".`,
  )
}

async function listCompaniesOf(installation: Installation, email: string, options: object): Promise<void> {
  const person = await personNamed(installation, email)
  const companies = await listMemberships(installation.pool, person.id)
  print(options, { companies }, () =>
    table(
      companies.map(({ company_id, company_name, role }) => ({
        id: company_id,
        company: company_name,
        role,
      })),
      `${email} belongs to no company. Add them to one with "ecmr users add".`,
    ),
  )
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
async function passwordLink({ pool, config }: Installation, user: Person): Promise<PasswordLink> {
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
async function personNamed({ pool }: Installation, email: string): Promise<Person> {
  const person = await findPerson(pool, email)
  if (person !== undefined) return person
  throw new CommandFailed(`No user has the address ${email}. List people with "ecmr users list".`)
}

/** The person whom options name, as one who acts for a company: the named one, or the only one that they act for. */
async function memberNamed(
  installation: Installation,
  email: string,
  named: string | undefined,
): Promise<User> {
  const { pool } = installation
  const person = await personNamed(installation, email)
  const companies = await listMemberships(pool, person.id)
  const [only, ...others] = companies
  if (only === undefined) throw new CommandFailed(`${email} belongs to no company any more.`)
  if (named === undefined && others.length > 0) {
    const names = companies
      .map(({ company_id, company_name }) => `${company_name} (${company_id})`)
      .join(', ')
    throw new CommandFailed(`${email} belongs to several companies: ${names}. Name one with --company.`)
  }
  const company = named === undefined ? only.company_id : (await companyNamed(installation, named)).id
  const user = await findUser(pool, actingFor(company), email)
  if (user !== undefined) return user
  throw new CommandFailed(`${email} does not belong to this company. List people with "ecmr users list".`)
}

const LONGEST = 254

/** Reads a mail address; whether it exists only a message to it can tell. */
function emailAddress(text: string): string {
  const address = text.trim()
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) && address.length <= LONGEST) return address
  throw new InvalidArgumentError('Enter an email address, such as ana@example.com.')
}
