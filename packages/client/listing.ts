import { Answer, type FullAnswer } from './answer.js'

/** A page of a list or feed. */
export interface Page<Item = unknown> {
  readonly data: readonly Item[]
  readonly pagination: {
    readonly has_more: boolean
    readonly next_cursor?: string | null
    readonly page?: number
  }
}

/** What the query of the next page has besides that of the first. */
export interface NextPage {
  readonly page?: number
  readonly cursor?: string
  readonly after?: string
}

/** Reads the first page, or the one that follows another. */
export type ReadPage<P extends Page> = (next?: NextPage) => Promise<FullAnswer<P>>

/**
 * A list: awaited it is its first page; iterated it is all its items, page by page, each asked for when the one before has been
 * gone through.
 *
 * @example
 * for await (const note of ecmr.listEcmrs({ status: 'in_transit' })) console.log(note.ecmr_number)
 */
export class Listing<P extends Page<Item>, Item = P['data'][number]>
  extends Answer<P>
  implements AsyncIterable<Item>
{
  readonly #read: ReadPage<P>
  readonly #by: 'cursor' | 'after'

  /** @param by the parameter that takes the cursor */
  constructor(read: ReadPage<P>, by: 'cursor' | 'after') {
    super(read())
    this.#read = read
    this.#by = by
  }

  /** The pages one after another. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let { data: page } = await this.withResponse()
    for (;;) {
      yield page
      const next = this.#after(page)
      if (next === undefined) return
      page = (await this.#read(next)).data
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }

  #after({ pagination }: P): NextPage | undefined {
    if (!pagination.has_more) return undefined
    if (pagination.next_cursor) return { [this.#by]: pagination.next_cursor }
    return pagination.page === undefined ? undefined : { page: pagination.page + 1 }
  }
}
