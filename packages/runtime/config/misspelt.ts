import leven from 'leven'
import { fileVariable } from './given-texts.js'
import { isSecret, SETTINGS } from './settings.js'

const SETTING_NAMES = Object.keys(SETTINGS.properties)
const SECRETS = Object.entries(SETTINGS.properties).flatMap(([name, schema]) =>
  isSecret(schema) ? [name] : [],
)
const NAMES = [...SETTING_NAMES, ...SECRETS.map(fileVariable)]
const IN_VAIN = SETTING_NAMES.filter((name) => !SECRETS.includes(name)).map(fileVariable)

/** Shorter names are like too many variables that are not ours. */
const SHORTEST = 7

/** A warning for each variable that is not ours but nearly: most likely it is, and misspelt. */
export function misspelt(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.keys(env).flatMap((name) => {
    if (name.length < SHORTEST || NAMES.includes(name)) return []
    if (IN_VAIN.includes(name)) return [`${name} has no effect; only secrets are read from files.`]
    const meant = NAMES.find((known) => known.length >= SHORTEST && leven(known, name.toUpperCase()) <= 2)
    return meant ? [`${name} is not a known setting and has no effect; did you mean ${meant}?`] : []
  })
}
