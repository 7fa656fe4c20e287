import { webcrypto } from 'node:crypto'
import { ecmrNumber } from '@ecmr/domain'
import type { Pool } from 'pg'

const RANDOM_BYTES = 9

const randomBytes = (size: number): Uint8Array => webcrypto.getRandomValues(new Uint8Array(size))

/** A stock of consignment note numbers, each handed out once by one process. */
export interface NumberPool {
  /**
   * The next number, of the present year (UTC) or of a test note. Rejects when the stock is empty and the database is away.
   */
  next(options?: { readonly isTest: boolean }): Promise<string>
}

/** What stands where numbers have their year. */
type Mark = Parameters<typeof ecmrNumber>[0]

interface Block {
  readonly mark: Mark | undefined
  readonly numbers: string[]
}

interface PoolOptions {
  readonly pool: Pool
  readonly clock?: () => Date
  readonly random?: (size: number) => Uint8Array
  readonly blockSize?: number
}

/**
 * Reserves numbers in blocks, so that handing one out costs no query. A process that ends leaves the rest of its
 * block unused: numbers are random and there are 2^45 a year, so the loss does not matter.
 *
 * @param options.blockSize how many are reserved at a time; the next block is fetched when half are gone
 */
export function numberPool(options: PoolOptions): NumberPool {
  const { clock = () => new Date() } = options
  const live = stock(options, () => clock().getUTCFullYear())
  const tests = stock(options, () => 'TEST')
  return { next: ({ isTest } = { isTest: false }) => (isTest ? tests() : live()) }
}

function stock(
  { pool, random = randomBytes, blockSize = 256 }: PoolOptions,
  markNow: () => Mark,
): () => Promise<string> {
  let block: Block = { mark: undefined, numbers: [] }
  let fetching: Promise<void> | undefined

  async function reserve(mark: Mark): Promise<void> {
    const bytes = random(blockSize * RANDOM_BYTES)
    const wanted = Array.from({ length: blockSize }, (_, index) =>
      ecmrNumber(mark, bytes.subarray(index * RANDOM_BYTES, (index + 1) * RANDOM_BYTES)),
    )
    const { rows } = await pool.query<{ number: string }>(
      `insert into number_registry.numbers select distinct unnest($1::text[])
       on conflict do nothing returning number`,
      [wanted],
    )
    const numbers = rows.map((row) => row.number)
    block = { mark, numbers: block.mark === mark ? [...block.numbers, ...numbers] : numbers }
  }

  function refill(mark: Mark): Promise<void> {
    fetching ??= reserve(mark).finally(() => {
      fetching = undefined
    })
    return fetching
  }

  return async () => {
    for (;;) {
      const mark = markNow()
      const number = block.mark === mark ? block.numbers.pop() : undefined
      // A refill that fails in the background is repeated by the caller that finds the stock empty, which gets the error.
      if (block.numbers.length < blockSize / 2) refill(mark).catch(() => undefined)
      if (number !== undefined) return number
      await refill(mark)
    }
  }
}
