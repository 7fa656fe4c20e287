import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import type { RenderJob } from '../../render-job.js'
import { families, loadFonts } from './fonts.js'
import { ShownText } from './shown-text.js'

/** What every document has in common; data are values in it and never become markup. */
const frame = `
#let job = json(bytes(sys.inputs.job))
#set document(title: job.title, date: auto)
#set text(font: (${families.map((name) => `"${name}"`).join(', ')}), fallback: false, hyphenate: false, lang: job.language)
#for file in job.attachments {
  pdf.attach(file.name, read("/attachments/" + file.name, encoding: none),
    relationship: file.relationship, mime-type: file.mediaType, description: file.description)
}
`

/** A document and what of its text could not be shown. */
export interface TypstDocument {
  readonly pdf: Buffer
  readonly pages: number
  /** each `U+2603` */
  readonly replacedCharacters: readonly string[]
}

/** Renders documents in this thread: synchronous, and only for a process of its own. */
export interface Typst {
  /**
   * A PDF/A-3a; the same job gives the same bytes.
   *
   * @throws with the compiler's message, which may repeat text of the document, when the template is at fault
   */
  render(job: RenderJob): TypstDocument
}

const STANDARD = 'a-3a'
// What no job has used twice in turn is forgotten.
const KEPT_JOBS = 1

/** Opens the compiler with all templates of a folder. It looks at no file: everything is handed over in memory. */
export function openTypst(templates: URL): Typst {
  const fonts = loadFonts()
  // There is no such folder.
  const root = join(tmpdir(), randomUUID())
  const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontBlobs: [...fonts.blobs] }] })
  for (const name of readdirSync(templates).filter((file) => file.endsWith('.typ')))
    compiler.addSource(join(root, name), readFileSync(new URL(name, templates), 'utf8'))
  return { render: (job) => new Rendering(compiler, root, new ShownText(fonts)).render(job) }
}

/** One job at the compiler. */
class Rendering {
  constructor(
    private readonly compiler: NodeCompiler,
    private readonly root: string,
    private readonly text: ShownText,
  ) {}

  render(job: RenderJob): TypstDocument {
    const files = filesOf(job).map(({ path, bytes }) => ({ path: join(this.root, path), bytes }))
    for (const { path, bytes } of files) this.compiler.mapShadow(path, Buffer.from(bytes))
    try {
      return this.#shown(job)
    } finally {
      for (const { path } of files) this.compiler.unmapShadow(path)
      this.compiler.evictCache(KEPT_JOBS)
    }
  }

  #shown(job: RenderJob): TypstDocument {
    for (;;) {
      try {
        return this.#compiled(job)
      } catch (error) {
        // A character in a place where no font shows it with its neighbours.
        const refused = refusedText(error)
        if (refused === undefined || !this.text.refuse(refused)) throw error
      }
    }
  }

  #compiled(job: RenderJob): TypstDocument {
    const data = this.text.inJson(job.data)
    const title = this.text.of(job.title)
    const { replaced } = this.text
    const document = this.#document(`${frame}#include "/${job.template}.typ"\n`, {
      data,
      job: JSON.stringify({ language: job.language, title, attachments: job.attachments.map(factsOf) }),
      replaced: JSON.stringify(replaced),
      pictures: JSON.stringify(job.images.map(({ name }) => name)),
    })
    const creationTimestamp = Math.floor(Date.parse(job.modifiedAt) / 1000)
    const pdf = this.compiler.pdf(document, { pdfStandard: STANDARD, pdfTags: true, creationTimestamp })
    return { pdf, pages: document.numOfPages, replacedCharacters: replaced }
  }

  #document(mainFileContent: string, inputs: Record<string, string>): NodeTypstDocument {
    const result = this.compiler.compile({ mainFileContent, inputs })
    if (result.result !== null) return result.result
    throw new Error(`a template is at fault: ${JSON.stringify(result.takeDiagnostics()?.shortDiagnostics)}`)
  }
}

function filesOf({ attachments, images }: RenderJob) {
  return [
    ...attachments.map(({ name, bytes }) => ({ path: `attachments/${name}`, bytes })),
    ...images.map(({ name, bytes }) => ({ path: `images/${name}`, bytes })),
  ]
}

const factsOf = ({ bytes: _, ...facts }: RenderJob['attachments'][number]) => facts

const REFUSED = /the text (?:contains the disallowed codepoint )?`\\"(.+?)\\"`/u
const ESCAPED = /\\+u\{([0-9a-f]+)\}/g

/** The text that PDF/A refuses, when that is what went wrong. */
function refusedText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return REFUSED.exec(error.message)?.[1]?.replace(ESCAPED, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
}
