import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { createCompany, findCompaniesNamed, plans } from '@ecmr/accounts'
import { policies } from '@ecmr/domain'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { change, type Installation } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { print } from '../../output/print.js'

const LONGEST_NAME = 200

export const createCompanyCommand = () =>
  new Command('create')
    .description('register a company')
    .requiredOption('--name <name>', 'its name', companyName)
    .addOption(new Option('--plan <plan>', 'what it has booked').choices(plans).default('free' as const))
    .addOption(
      new Option('--policy <policy>', 'whether gaps and jumps are reported or rejected')
        .choices(policies)
        .default('lenient' as const),
    )
    .option('--allow-same-name', 'even though another company is called the same')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr companies create --name "Transportes Norte" --plan pro'))
    .action((options) =>
      change(async (installation) => {
        const { name, plan, policy } = options
        if (options.allowSameName !== true) await refuseSameName(installation, name)
        const company = await createCompany(installation.pool, { name, plan, policy }, operator())
        print(
          options,
          { company },
          () =>
            `Registered ${company.name} (${company.id}) on the ${company.plan} plan, ${company.policy} policy.`,
        )
        await appendAuditTrail(installation, company.id)
      }),
    )

function companyName(text: string): string {
  const name = text.trim()
  if (name.length >= 1 && name.length <= LONGEST_NAME) return name
  throw new InvalidArgumentError(`Give a name of 1 to ${LONGEST_NAME} characters.`)
}

/** Those who register themselves may be called the same; an operator who types a name twice has likely forgotten. */
async function refuseSameName({ pool }: Installation, name: string): Promise<void> {
  const [same] = await findCompaniesNamed(pool, name)
  if (same === undefined) return
  throw new CommandFailed(
    `There is a company called ${same.name} already (${same.id}); choose another name, or say --allow-same-name.`,
  )
}
