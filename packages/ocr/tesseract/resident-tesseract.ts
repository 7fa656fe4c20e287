import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GreyImage } from '../pixels/grey-image.js'
import { type RunningProgram, startProgram } from './run-program.js'
import { greyMapHeader, portableGreyMap } from './word-table.js'

const BLANK: GreyImage = { width: 32, height: 32, pixels: new Uint8Array(32 * 32).fill(255) }
// What it may keep of so many pages is not worth loading the languages again more often.
const PAGES_EACH = 100

/**
 * The native program, kept running so that its languages are loaded once and not for each page. It reads the names of images from its
 * standard input (its setting `stream_filelist`), and writes a table after each. What follows a page is a blank image: the row of that
 * says that the page's table is complete, and nothing of the page stays in the program.
 */
export class ResidentTesseract {
  readonly #page: string
  readonly #blank: string
  #program: RunningProgram | undefined
  #pages = 0

  /**
   * @param command the program and its arguments, to read names of images
   * @param folder where pages lie while they are read; in memory, not on a disk
   */
  constructor(
    private readonly command: readonly string[],
    folder: string,
  ) {
    this.#page = join(folder, 'page.pgm')
    this.#blank = join(folder, 'blank.pgm')
    writeFileSync(this.#blank, portableGreyMap(BLANK))
  }

  /** The table of an image. It is started when it does not run. */
  async table(image: GreyImage): Promise<string> {
    const program = this.#running()
    this.#pages += 1
    try {
      writeFileSync(this.#page, greyMapHeader(image), { mode: 0o600 })
      writeFileSync(this.#page, image.pixels, { flag: 'a' })
      program.write(`${this.#page}\n${this.#blank}\n`)
      const end = `\n1\t${2 * this.#pages}\t`
      const answer = await program.answer((text) => text.includes(end))
      return answer.slice(0, answer.indexOf(end))
    } catch (error) {
      this.close()
      throw error
    } finally {
      rmSync(this.#page, { force: true })
    }
  }

  close(): void {
    this.#program?.kill()
    this.#program = undefined
    this.#pages = 0
  }

  #running(): RunningProgram {
    if (this.#pages >= PAGES_EACH) this.close()
    if (this.#program !== undefined) return this.#program
    const program = startProgram(this.command)
    this.#program = program
    // One that has ended between two pages is replaced by the next one.
    const ended = (): void => {
      if (this.#program === program) this.close()
    }
    program.finished.then(ended, ended)
    return program
  }
}
