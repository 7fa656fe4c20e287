import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { privacyStatus } from '@ecmr/application'
import { inspect } from '../../installation.js'
import { example, print } from '../../output.js'

export const status = (): CommandUnknownOpts =>
  new Command('status')
    .description('show how much personal data is sealed, erased, not erasable or scheduled for erasure')
    .addHelpText('after', example('ecmr privacy status'))
    .action((options) =>
      inspect(async ({ pool }) => {
        const found = await privacyStatus(pool)
        const { sealed, erased, not_erasable, waiting, under_way } = found
        const first = waiting.first_due
          ? `, the first on ${waiting.first_due.toISOString().slice(0, 10)}`
          : ''
        print(options, found, () =>
          [
            `Sealed: ${sealed.notes} notes, with ${sealed.keys} keys.`,
            `Erased: ${erased.notes} notes; ${erased.keys} keys destroyed.`,
            `Not erasable from the log: ${not_erasable.events} older events of ${not_erasable.notes} notes, recorded unsealed.`,
            `Scheduled for the end of the legal retention period: ${waiting.erasures} erasures${first}.`,
            `In progress: ${under_way} erasures.`,
          ].join('\n'),
        )
      }),
    )
