import type { ProcessDefaults } from './defaults.js'
import { fileVariable } from './given-texts.js'
import { NEEDS, type Need } from './needs.js'
import { SETTINGS } from './settings.js'
import { S3_NEEDS } from './storages.js'

/** Settings that may name a place in a bucket. */
const PLACES = ['EVIDENCE_CHECKPOINTS', 'BACKUP_TO'] as const

/** A fault for each setting that another one asks for, or the process. */
export function missing(
  env: NodeJS.ProcessEnv,
  readable: Readonly<Record<string, string>>,
  { needs = [], sealsNothing = false }: Pick<ProcessDefaults<Need>, 'needs' | 'sealsNothing'>,
): readonly string[] {
  const faults: string[] = []
  // Set to something unusable is a fault already.
  const isSet = (name: string): boolean => Boolean(env[name]?.trim() || env[fileVariable(name)]?.trim())
  for (const name of needs.map((need) => NEEDS[need])) {
    const { description } = SETTINGS.properties[name]
    if (!isSet(name))
      faults.push(`${name} is not set; this process needs ${description} ("npm start" does without).`)
  }
  if ('DATABASE_URL' in readable && !sealsNothing && !isSet('SECRET_KEY')) {
    const { description } = SETTINGS.properties.SECRET_KEY
    faults.push(
      `SECRET_KEY is not set; with DATABASE_URL it must be ${description}, the same for every process.`,
    )
  }
  if (readable.EVENT_STORE === 'eventstoredb' && !isSet('EVENTSTOREDB_URL')) {
    const { description } = SETTINGS.properties.EVENTSTOREDB_URL
    faults.push(`EVENTSTOREDB_URL is not set; with EVENT_STORE eventstoredb it must be ${description}.`)
  }
  for (const name of readable.STORAGE === 's3' ? S3_NEEDS : []) {
    const { description } = SETTINGS.properties[name]
    if (!isSet(name)) faults.push(`${name} is not set; with STORAGE s3 it must be ${description}.`)
  }
  const inBucket = PLACES.filter((place) => readable[place]?.startsWith('s3://'))
  for (const name of inBucket.length > 0 && readable.STORAGE !== 's3' ? S3_NEEDS : []) {
    const { description } = SETTINGS.properties[name]
    if (name !== 'S3_BUCKET' && !isSet(name))
      faults.push(`${name} is not set; with ${inBucket[0]} in a bucket it must be ${description}.`)
  }
  if ('SMTP_URL' in readable && readable.SMTP_URL !== 'none' && !isSet('MAIL_FROM')) {
    const { description } = SETTINGS.properties.MAIL_FROM
    faults.push(`MAIL_FROM is not set; with SMTP_URL it must be ${description}.`)
  }
  const hasKey = isSet('GEMINI_API_KEY') && readable.GEMINI_API_KEY !== 'none'
  if (readable.OCR_ENGINE === 'gemini' && !hasKey)
    faults.push('GEMINI_API_KEY names no key; with OCR_ENGINE gemini it must be the key of a Gemini project.')
  return faults
}
