import { openPlace, type Place } from '@ecmr/backup'
import { type Config, namedPlace } from '@ecmr/runtime'
import { CommandFailed } from '../failure.js'

/** The place that an argument names, or BACKUP_TO. */
export function placeNamed(text: string | undefined, config: Pick<Config, 'backup' | 's3Server'>): Place {
  const source = text === undefined ? config.backup.to : read(text, config)
  if (source) return openPlace(source)
  throw new CommandFailed(
    text === undefined
      ? 'Name the place of the backups, a directory or s3://bucket/prefix, or set BACKUP_TO.'
      : 'Set S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY to use S3.',
  )
}

function read(text: string, config: Pick<Config, 's3Server'>): ReturnType<typeof namedPlace> {
  try {
    return namedPlace(text, config)
  } catch {
    throw new CommandFailed(
      `"${text}" is not a place for backups. Name a directory, or a place in a bucket such as s3://bucket/prefix.`,
    )
  }
}

/** A size as people read it. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
