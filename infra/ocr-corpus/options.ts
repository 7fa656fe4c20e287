import { parseArgs } from 'node:util'
import { type Choice, qualities, splits } from './corpus.js'
import { languages } from './drawn-page.js'
import { layouts } from './layouts/families.js'
import { type EngineName, engineNames } from './measure/engines/open-engine.js'

/** The command-line options. */
export interface Options {
  readonly command: string | undefined
  readonly help: boolean
  readonly seed: number | undefined
  readonly choice: Choice
  readonly out: string | undefined
  readonly engine: EngineName
  readonly processes: number
  readonly words: string | undefined
  readonly faults: boolean
  readonly profile: boolean
  readonly calibration: boolean
}

/** @throws an error whose message says what is wrong with the arguments */
export function optionsIn(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      pages: { type: 'string' },
      families: { type: 'string' },
      layout: { type: 'string' },
      language: { type: 'string' },
      quality: { type: 'string' },
      out: { type: 'string' },
      engine: { type: 'string' },
      processes: { type: 'string' },
      words: { type: 'string' },
      faults: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      calibration: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const families = oneOf('families', splits, values.families)
  const layout = oneOf('layout', layouts, values.layout)
  const language = oneOf('language', languages, values.language)
  const quality = oneOf('quality', qualities, values.quality)
  const pages = count('pages', values.pages)
  return {
    command: positionals[0],
    help: values.help,
    seed: count('seed', values.seed),
    choice: {
      ...(families !== undefined && { families }),
      ...(layout !== undefined && { layout }),
      ...(language !== undefined && { language }),
      ...(quality !== undefined && { quality }),
      ...(pages !== undefined && { pages }),
    },
    out: values.out,
    engine: oneOf('engine', engineNames, values.engine) ?? 'tesseract',
    processes: count('processes', values.processes) ?? 2,
    words: values.words,
    faults: values.faults,
    profile: values.profile,
    calibration: values.calibration,
  }
}

function oneOf<Name extends string>(
  option: string,
  names: readonly Name[],
  given: string | undefined,
): Name | undefined {
  if (given === undefined) return undefined
  const known = names.find((name) => name === given)
  if (known === undefined) throw new Error(`--${option} is one of ${names.join(', ')}, not ${given}.`)
  return known
}

function count(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new Error(`--${option} is a whole number from 1, not ${given}.`)
  return Number(given)
}
