import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { addUser, isEmailTaken, type NewUser, type User, userRoles } from '@ecmr/accounts'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { change, type Installation } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { companyNamed } from '../../options/company.js'
import { emailAddress } from '../../options/email-address.js'
import { print } from '../../output/print.js'
import { linkText, passwordLink } from './password-link.js'

const LONGEST_NAME = 200

export const addUserCommand = () =>
  new Command('add')
    .description('add a person to a company, and print the link to choose a password')
    .requiredOption('--company <company>', 'id or name')
    .requiredOption('--email <address>', 'with which the person logs in', emailAddress)
    .requiredOption('--name <name>', 'of the person', personName)
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
    .option('--json', 'print JSON for scripts')
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
    )

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

function personName(text: string): string {
  const name = text.trim()
  if (name.length >= 1 && name.length <= LONGEST_NAME) return name
  throw new InvalidArgumentError(`Give a name of 1 to ${LONGEST_NAME} characters.`)
}
