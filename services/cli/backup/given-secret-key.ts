import { access } from 'node:fs/promises'
import { type Config, openSecretKey } from '@ecmr/runtime'
import { CommandFailed } from '../failure.js'

/**
 * The secret key, which must be there already: one that is made now cannot read what is restored.
 *
 * @throws CommandFailed
 */
export async function givenSecretKey({ secretKey }: Pick<Config, 'secretKey'>): Promise<string> {
  if (secretKey.kind === 'file')
    await access(secretKey.path).catch(() => {
      throw new CommandFailed(
        `There is no ${secretKey.path}. Put the file of the installation that was backed up there, or set SECRET_KEY.`,
      )
    })
  return openSecretKey(secretKey)
}
