import { readFile } from 'node:fs/promises'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { resealApps } from '@ecmr/accounts'
import { keyWrap, type Rewrapped, rewrapKeys } from '@ecmr/personal-data'
import { openSecretKey } from '@ecmr/runtime'
import { type Resealed, resealEndpoints, resealing, secretBox } from '@ecmr/webhooks'
import { CommandFailed } from '../../failure.js'
import { change } from '../../installation.js'
import { example, print } from '../../output.js'
import { progressBar } from '../../progress.js'

export const rewrap = (): CommandUnknownOpts =>
  new Command('rewrap')
    .description(
      're-encrypt data keys, webhook secrets and authenticator apps with the current SECRET_KEY after changing it',
    )
    .requiredOption('--former-key-file <file>', 'file with the previous SECRET_KEY')
    .addHelpText('after', REWRAP_HELP)
    .action(({ formerKeyFile, ...options }) =>
      change(async ({ pool, config }) => {
        const keys = { former: await secretIn(formerKeyFile), present: await openSecretKey(config.secretKey) }
        const under = <Opened>(open: (key: string) => Opened) => ({
          former: open(keys.former),
          present: open(keys.present),
        })
        const webhooks = resealing(under((key) => secretBox(key)))
        await resealEndpoints(pool, webhooks.reseal)
        const apps = resealing(under((key) => secretBox(key, 'ecmr authenticator apps')))
        await resealApps(pool, apps.reseal)
        const bar = progressBar('wrapping', 'keys')
        const onProgress = (done: number): void => bar.update({ done, total: undefined })
        const done = await rewrapKeys(pool, under(keyWrap), onProgress).finally(bar.stop)
        const all = { ...done, webhook_secrets: webhooks.counts, authenticator_apps: apps.counts }
        print(options, all, () => reportOf(all))
      }),
    )

const REWRAP_HELP = `${example('ecmr privacy rewrap --former-key-file former-secret-key')}
Stop the services, set the new SECRET_KEY, run this and start them again. It is safe to run more than once.
`

interface Report extends Rewrapped {
  readonly webhook_secrets: Resealed
  readonly authenticator_apps: Resealed
}

function reportOf({ rewrapped, already, webhook_secrets, authenticator_apps }: Report): string {
  const lines = [
    `Re-encrypted ${rewrapped} keys; ${already} already used the current SECRET_KEY.`,
    ...Object.entries({
      'webhook secrets': webhook_secrets,
      'secrets of authenticator apps': authenticator_apps,
    }).flatMap(([what, { resealed, already, unreadable }]) => [
      `Re-encrypted ${resealed} ${what}; ${already} already used it.`,
      ...(unreadable > 0 ? [`${unreadable} ${what} open under neither key, and must be set up again.`] : []),
    ]),
  ]
  return lines.join('\n')
}

async function secretIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandFailed(`${file} cannot be read: ${error instanceof Error ? error.message : error}.`)
  })
  const key = text.trim()
  if (key === '') throw new CommandFailed(`${file} is empty. It must contain the previous SECRET_KEY.`)
  return key
}
