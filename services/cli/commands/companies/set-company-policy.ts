import { Argument, Command } from '@commander-js/extra-typings'
import { setPolicy } from '@ecmr/accounts'
import { policies } from '@ecmr/domain'
import { example } from '../../example.js'
import { change } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { companyNamed } from '../../options/company.js'
import { print } from '../../output/print.js'

export const setCompanyPolicyCommand = () =>
  new Command('set-policy')
    .description('choose whether gaps and jumps are reported (lenient) or rejected (strict) on new notes')
    .argument('<company>', 'id or name')
    .addArgument(new Argument('<policy>', 'the policy').choices(policies))
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr companies set-policy "Transportes Norte" strict'))
    .action((idOrName, policy, options) =>
      change(async (installation) => {
        const { id } = await companyNamed(installation, idOrName)
        const company = await setPolicy(installation.pool, id, policy, operator())
        print(options, { company }, () => `New notes of ${company?.name} follow the ${policy} policy now.`)
        await appendAuditTrail(installation, id)
      }),
    )
