import { Argument, Command } from '@commander-js/extra-typings'
import { plans, setPlan } from '@ecmr/accounts'
import { example } from '../../example.js'
import { change } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { companyNamed } from '../../options/company.js'
import { print } from '../../output/print.js'

export const setCompanyPlanCommand = () =>
  new Command('set-plan')
    .description('book another plan for a company')
    .argument('<company>', 'id or name')
    .addArgument(new Argument('<plan>', 'the plan').choices(plans))
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr companies set-plan "Transportes Norte" enterprise'))
    .action((idOrName, plan, options) =>
      change(async (installation) => {
        const { id } = await companyNamed(installation, idOrName)
        const company = await setPlan(installation.pool, id, plan, operator())
        print(options, { company }, () => `${company?.name} is on the ${plan} plan now.`)
        await appendAuditTrail(installation, id)
      }),
    )
