import { Argument, Command } from '@commander-js/extra-typings'
import { setStorageQuota, storageLimit } from '@ecmr/accounts'
import { example } from '../../example.js'
import { change } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { companyNamed } from '../../options/company.js'
import { storageSize } from '../../options/storage-size.js'
import { print } from '../../output/print.js'

const GIB = 1024 ** 3

export const setCompanyQuotaCommand = () =>
  new Command('set-quota')
    .description('agree with a company on other storage than its plan gives; it applies within seconds')
    .argument('<company>', 'id or name')
    .addArgument(
      new Argument('<size>', 'such as 50GiB, or plan for what the plan gives').argParser(storageSize),
    )
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr companies set-quota "Transportes Norte" 50GiB'))
    .action((idOrName, size, options) =>
      change(async (installation) => {
        const { id } = await companyNamed(installation, idOrName)
        const company = await setStorageQuota(installation.pool, id, size, operator())
        print(options, { company }, () =>
          company ? `${company.name} has ${storageLimit(company) / GIB} GiB of storage now.` : '',
        )
        await appendAuditTrail(installation, id)
      }),
    )
