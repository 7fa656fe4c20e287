import { readFile } from 'node:fs/promises'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { keyWrap, rewrapKeys } from '@ecmr/personal-data'
import { openSecretKey } from '@ecmr/runtime'
import { CommandFailed } from '../../failure.js'
import { change } from '../../installation.js'
import { example, print } from '../../output.js'
import { progressBar } from '../../progress.js'

export const rewrap = (): CommandUnknownOpts =>
  new Command('rewrap')
    .description('re-encrypt the data keys with the current SECRET_KEY after changing it')
    .requiredOption('--former-key-file <file>', 'file with the previous SECRET_KEY')
    .addHelpText('after', REWRAP_HELP)
    .action(({ formerKeyFile, ...options }) =>
      change(async ({ pool, config }) => {
        const former = keyWrap(await secretIn(formerKeyFile))
        const present = keyWrap(await openSecretKey(config.secretKey))
        const bar = progressBar('wrapping', 'keys')
        const onProgress = (done: number): void => bar.update({ done, total: undefined })
        const done = await rewrapKeys(pool, { former, present }, onProgress).finally(bar.stop)
        print(
          options,
          done,
          () => `Re-encrypted ${done.rewrapped} keys; ${done.already} already used the current SECRET_KEY.`,
        )
      }),
    )

const REWRAP_HELP = `${example('ecmr privacy rewrap --former-key-file former-secret-key')}
Stop the services, set the new SECRET_KEY, run this and start them again. It is safe to run more than once.
`

async function secretIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandFailed(`${file} cannot be read: ${error instanceof Error ? error.message : error}.`)
  })
  const key = text.trim()
  if (key === '') throw new CommandFailed(`${file} is empty. It must contain the previous SECRET_KEY.`)
  return key
}
