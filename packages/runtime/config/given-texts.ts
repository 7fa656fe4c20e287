import { readFileSync } from 'node:fs'
import { isSecret, SETTINGS } from './settings.js'

/** What was written for a setting. */
export interface GivenText {
  readonly text: string
  /** the file that it was read from */
  readonly file?: string
}

/**
 * What an environment says about our settings, by their names. A secret may stand in a file that the variable with
 * `_FILE` behind its name points to, as orchestrators hand secrets over. Empty variables count as not set.
 *
 * @param faults gets a sentence for each file that is of no use
 */
export function givenTexts(env: NodeJS.ProcessEnv, faults: string[]): ReadonlyMap<string, GivenText> {
  const texts = new Map<string, GivenText>()
  for (const [name, schema] of Object.entries(SETTINGS.properties)) {
    const text = env[name]?.trim()
    const file = isSecret(schema) ? env[fileVariable(name)]?.trim() : undefined
    if (text && file) faults.push(`${name} and ${fileVariable(name)} are both set; remove one of them.`)
    else if (text) texts.set(name, { text })
    else if (file) texts.set(name, { text: contentOf(file, fileVariable(name), faults), file })
  }
  return texts
}

/** The variable that names the file of a secret. */
export function fileVariable(name: string): string {
  return `${name}_FILE`
}

function contentOf(file: string, variable: string, faults: string[]): string {
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content === '') faults.push(`${variable} names ${file}, which is empty.`)
    return content
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    faults.push(`${variable} names ${file}, which cannot be read${reason}.`)
    return ''
  }
}
