import leven from 'leven'
import { SETTINGS } from './settings.js'

const NAMES = Object.keys(SETTINGS.properties)

/** Shorter names are like too many variables that are not ours. */
const SHORTEST = 7

/** A warning for each variable that is not ours but nearly: most likely it is, and misspelt. */
export function misspelt(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.keys(env).flatMap((name) => {
    if (name.length < SHORTEST || NAMES.includes(name)) return []
    const meant = NAMES.find((known) => known.length >= SHORTEST && leven(known, name.toUpperCase()) <= 2)
    return meant ? [`${name} is no setting of ours and has no effect; did you mean ${meant}?`] : []
  })
}
