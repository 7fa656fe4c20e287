import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { createCompany, plans } from '@ecmr/accounts'
import { policies } from '@ecmr/domain'
import { example } from '../../example.js'
import { change } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { print } from '../../output/print.js'

const LONGEST_NAME = 200

export const createCompanyCommand = () =>
  new Command('create')
    .description('register a company')
    .requiredOption('--name <name>', 'its name, which no other company has', companyName)
    .addOption(new Option('--plan <plan>', 'what it has booked').choices(plans).default('free' as const))
    .addOption(
      new Option('--policy <policy>', 'whether gaps and jumps are told or refused')
        .choices(policies)
        .default('lenient' as const),
    )
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr companies create --name "Transportes Norte" --plan pro'))
    .action((options) =>
      change(async (installation) => {
        const { name, plan, policy } = options
        const company = await createCompany(installation.pool, { name, plan, policy }, operator())
        await appendAuditTrail(installation)
        print(
          options,
          { company },
          () =>
            `Registered ${company.name} (${company.id}) on the ${company.plan} plan, ${company.policy} policy.`,
        )
      }),
    )

function companyName(text: string): string {
  const name = text.trim()
  if (name.length >= 1 && name.length <= LONGEST_NAME) return name
  throw new InvalidArgumentError(`Give a name of 1 to ${LONGEST_NAME} characters.`)
}
