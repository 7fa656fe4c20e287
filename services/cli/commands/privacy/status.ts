import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { privacyStatus } from '@ecmr/application'
import { inspect } from '../../installation.js'
import { example, print } from '../../output.js'

export const status = (): CommandUnknownOpts =>
  new Command('status')
    .description('how many notes have sealed and erased values, what cannot be erased, and what waits')
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
            `Sealed: the values of ${sealed.notes} notes, with ${sealed.keys} keys.`,
            `Erased: values of ${erased.notes} notes; ${erased.keys} keys were destroyed.`,
            `Not erasable from the log: ${not_erasable.events} older events of ${not_erasable.notes} notes, recorded in clear.`,
            `Waiting for the end of a legal duty: ${waiting.erasures} erasures${first}.`,
            `Under way: ${under_way} erasures.`,
          ].join('\n'),
        )
      }),
    )
