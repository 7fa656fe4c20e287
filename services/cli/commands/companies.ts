import { Argument, Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import {
  type Company,
  createCompany,
  findCompaniesNamed,
  type LargeCompany,
  largestCompanies,
  listCompanies,
  plans,
  setPlan,
  setPolicy,
  setStorageQuota,
  storageLimit,
  usageOrders,
} from '@ecmr/accounts'
import { policies } from '@ecmr/domain'
import { CommandFailed } from '../failure.js'
import { change, type Installation, inspect } from '../installation.js'
import { appendAuditTrail, operator } from '../operator.js'
import { companyNamed, properName, storageSize, wholeNumber } from '../options.js'
import { columns, example, print, table } from '../output.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('create')
    .description('create a company')
    .requiredOption('--name <name>', 'its name', properName)
    .addOption(new Option('--plan <plan>', 'its plan').choices(plans).default('free' as const))
    .addOption(
      new Option(
        '--policy <policy>',
        'whether missing data and skipped steps are allowed (lenient) or blocked (strict)',
      )
        .choices(policies)
        .default('lenient' as const),
    )
    .option('--allow-same-name', 'even if another company has the same name')
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
            `Created ${company.name} (${company.id}) on the ${company.plan} plan with the ${company.policy} policy.`,
        )
        await appendAuditTrail(installation, company.id)
      }),
    ),
  new Command('list')
    .description('list the companies, oldest first')
    .addHelpText('after', example('ecmr companies list'))
    .action((options) =>
      inspect(async ({ pool }) => {
        const companies = await listCompanies(pool)
        print(options, { companies }, () =>
          table(
            columns(companies, ['id', 'name', 'plan', 'policy', 'created_at']),
            'No companies yet. Create one with "ecmr companies create".',
          ),
        )
      }),
    ),
  new Command('usage')
    .description(
      'list the companies that take the most: notes, their events, and bytes with documents and attachments',
    )
    .addOption(
      new Option('--by <what>', 'what to order them by').choices(usageOrders).default('bytes' as const),
    )
    .option('--top <number>', 'how many', wholeNumber(1, MOST_LISTED), 20)
    .addHelpText('after', example('ecmr companies usage --by events --top 5'))
    .action((options) =>
      inspect(async ({ pool }) => {
        const companies = await largestCompanies(pool, { by: options.by, most: options.top })
        print(options, { companies }, () =>
          table(companies.map(usageLine), 'No company has written a note yet.'),
        )
      }),
    ),
  new Command('set-plan')
    .description('change the plan of a company')
    .argument('<company>', 'id or name')
    .addArgument(new Argument('<plan>', 'the plan').choices(plans))
    .addHelpText('after', example('ecmr companies set-plan "Transportes Norte" enterprise'))
    .action((idOrName, plan, options) =>
      update(options, idOrName, {
        change: (pool, id) => setPlan(pool, id, plan, operator()),
        text: ({ name }) => `${name} is now on the ${plan} plan.`,
      }),
    ),
  new Command('set-policy')
    .description(
      'choose whether new notes allow missing data and skipped steps (lenient) or block them (strict)',
    )
    .argument('<company>', 'id or name')
    .addArgument(new Argument('<policy>', 'the policy').choices(policies))
    .addHelpText('after', example('ecmr companies set-policy "Transportes Norte" strict'))
    .action((idOrName, policy, options) =>
      update(options, idOrName, {
        change: (pool, id) => setPolicy(pool, id, policy, operator()),
        text: ({ name }) => `New notes of ${name} now follow the ${policy} policy.`,
      }),
    ),
  new Command('set-quota')
    .description('set the storage of a company; takes effect within seconds')
    .argument('<company>', 'id or name')
    .addArgument(
      new Argument('<size>', 'such as 50GiB, or plan for the default of the plan').argParser(storageSize),
    )
    .addHelpText('after', example('ecmr companies set-quota "Transportes Norte" 50GiB'))
    .action((idOrName, size, options) =>
      update(options, idOrName, {
        change: (pool, id) => setStorageQuota(pool, id, size, operator()),
        text: (company) => `${company.name} has ${storageLimit(company) / GIB} GiB of storage.`,
      }),
    ),
]

/** Changes a company, prints it and what has changed. */
function update(
  options: object,
  idOrName: string,
  made: {
    readonly change: (pool: Installation['pool'], id: string) => Promise<Company | undefined>
    readonly text: (company: Company) => string
  },
): Promise<void> {
  return change(async (installation) => {
    const { id } = await companyNamed(installation, idOrName)
    const company = await made.change(installation.pool, id)
    print(options, { company }, () => (company ? made.text(company) : ''))
    await appendAuditTrail(installation, id)
  })
}

/** Those who register themselves may be called the same; an operator who types a name twice has likely forgotten. */
async function refuseSameName({ pool }: Installation, name: string): Promise<void> {
  const [same] = await findCompaniesNamed(pool, name)
  if (same === undefined) return
  throw new CommandFailed(
    `A company named ${same.name} already exists (${same.id}). Choose another name or use --allow-same-name.`,
  )
}

/** Test data are told apart by the id, and by the word. */
function usageLine({ id, name, is_test, notes, events, bytes, limit }: LargeCompany) {
  const used = `${((100 * bytes) / limit).toFixed(1)} %`
  return { id, name: is_test ? `${name} (test data)` : name, notes, events, bytes, 'of storage': used }
}

const GIB = 1024 ** 3
const MOST_LISTED = 1_000
