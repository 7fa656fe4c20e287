import { type DocumentLanguage, isTestNumber } from '@ecmr/domain'
import type { Checkpoint } from '../../evidence.js'
import { type CheckedBundle, commands } from './commands.js'
import { readMeTexts } from './languages.js'
import type { ReadMeTexts, Section } from './read-me-texts.js'

/** What README.txt is about. */
export interface ReadMeSubject extends CheckedBundle {
  readonly language: DocumentLanguage
  readonly note: { readonly number: string; readonly version: number }
  readonly siteUrl: string
  readonly checkpoint: Checkpoint
  readonly hasTimestamp: boolean
}

const WIDTH = 100

/** README.txt: in the language asked for, and in English. */
export function readMe(subject: ReadMeSubject): string {
  const languages = [...new Set([subject.language, 'en' as const])]
  return languages.map((language) => inOne(readMeTexts[language], subject)).join(`\n${'='.repeat(WIDTH)}\n\n`)
}

function inOne(texts: ReadMeTexts, subject: ReadMeSubject): string {
  const { note, checkpoint, siteUrl } = subject
  const values = new Map([
    ['number', note.number],
    ['version', String(note.version)],
    ['size', String(checkpoint.size)],
    ['at', checkpoint.at],
    ['site', siteUrl],
  ])
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (whole, name) => values.get(name) ?? whole)
  const blocks = [
    fill(texts.title),
    ...(isTestNumber(note.number) ? [wrapped(texts.test)] : []),
    ...texts.about.map((text) => wrapped(fill(text))),
    ...[texts.proves, texts.provesNot, texts.keys].flatMap((section) => sectionOf(section, fill)),
    ...sectionOf(texts.checking, fill),
    ...stepsOf(texts, subject, fill),
  ]
  return `${blocks.join('\n\n')}\n`
}

function sectionOf({ heading, points }: Section, fill: (text: string) => string): readonly string[] {
  const said = points.map((point) => wrapped(fill(point), points.length > 1 ? '- ' : ''))
  return [`${heading.toUpperCase()}`, ...said]
}

function stepsOf(
  { steps }: ReadMeTexts,
  subject: ReadMeSubject,
  fill: (text: string) => string,
): readonly string[] {
  const names = ['files', 'key', 'signatures', 'chain', 'tree', 'timestamp', 'program'] as const
  return names
    .filter((name) => name !== 'timestamp' || subject.hasTimestamp)
    .flatMap((name, index) => [
      wrapped(fill(steps[name]), `${index + 1}. `),
      commands[name](subject)
        .map((line) => `    ${line}`)
        .join('\n'),
    ])
}

/** A paragraph in lines that fit a terminal; further ones are indented as far as its mark. */
function wrapped(text: string, mark = ''): string {
  const lines: string[] = []
  let line = mark.trimEnd()
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= WIDTH) line = longer
    else {
      lines.push(line)
      line = ' '.repeat(mark.length) + word
    }
  }
  return [...lines, line].join('\n')
}
