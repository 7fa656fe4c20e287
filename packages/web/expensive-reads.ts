import type { FastifyReply } from 'fastify'
import { disconnectSignal } from './requests.js'

/** What one company may read at once, and in the long run, in one process. */
export const readLimits = {
  /** reads under way at once */
  atOnce: 4,
  /** reads that may wait */
  waiting: 128,
  /** how long they wait at most, ms */
  patienceMs: 2_000,
  /** only the bytes of an answer beyond this count */
  freeBytes: 32 * 1_024,
  /** of those, in the long run */
  bytesPerSecond: 2 * 1_024 * 1_024,
  /** of those, at once after a pause */
  burstBytes: 8 * 1_024 * 1_024,
} as const

type ReadLimits = { readonly [Name in keyof typeof readLimits]: number }

/** A read that may begin. */
export interface ReadTurn {
  readonly ok: true
  /** It is over. Called again, it does nothing. */
  leave(bytes: number): void
}

/** Too many reads are waiting, or the wait took too long. */
export interface NoReadTurn {
  readonly ok: false
  readonly retryAfterSeconds: number
}

/** Bounds what the reads of each company cost. Companies never wait for each other. */
export interface ExpensiveReads {
  /**
   * Waits for a turn: companies by themselves, first come, first served.
   *
   * @param options.signal aborts when the client has disconnected: the turn is refused then
   * @param options.isPatient waits as long as necessary and is never refused: for reads that have begun already
   */
  enter(
    company: string,
    options?: { readonly signal?: AbortSignal; readonly isPatient?: boolean },
  ): Promise<ReadTurn | NoReadTurn>
}

interface Waiting {
  readonly go: (turn: ReadTurn | NoReadTurn) => void
}

/**
 * Starts with no reads.
 *
 * @example
 * const reads = expensiveReads()
 * const turn = await reads.enter(company, { signal })
 * if (!turn.ok) throw tooManyReads(turn.retryAfterSeconds)
 */
export function expensiveReads(limits: ReadLimits = readLimits): ExpensiveReads {
  const companies = new Map<string, CompanyReads>()
  return {
    enter(name, options = {}) {
      const company = companies.get(name) ?? new CompanyReads(limits, () => companies.delete(name))
      companies.set(name, company)
      return company.enter(options)
    },
  }
}

/**
 * Waits for a turn for as long as the client waits for its answer. The turn is over when the answer was sent.
 *
 * @example
 * const turn = await readTurn(reads, company, reply)
 * if (!turn.ok) throw tooManyReads(turn.retryAfterSeconds)
 * turn.answered(payload.length)
 */
export async function readTurn(
  reads: ExpensiveReads,
  company: string,
  reply: Pick<FastifyReply, 'raw'>,
): Promise<{ readonly ok: true; answered(bytes: number): void } | NoReadTurn> {
  const signal = disconnectSignal(reply)
  const turn = await reads.enter(company, { signal })
  if (!turn.ok) return turn
  let size = 0
  const leave = (): void => turn.leave(size)
  reply.raw.once('finish', leave).once('close', leave)
  if (signal.aborted) leave()
  return {
    ok: true,
    answered(bytes) {
      size = bytes
    },
  }
}

class CompanyReads {
  readonly #waiting: Waiting[] = []
  #running = 0
  #balance: number
  #balancedAt = performance.now()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly limits: ReadLimits,
    /** called when there is no more state to keep for this company */
    private readonly forget: () => void,
  ) {
    this.#balance = limits.burstBytes
  }

  enter({ signal, isPatient = false }: Parameters<ExpensiveReads['enter']>[1] & object) {
    return new Promise<ReadTurn | NoReadTurn>((resolve) => {
      if (signal?.aborted || (!isPatient && this.#waiting.length >= this.limits.waiting))
        return resolve(this.#refusal())
      const give = (turn: ReadTurn | NoReadTurn): void => {
        clearTimeout(patience)
        signal?.removeEventListener('abort', leave)
        resolve(turn)
      }
      const waiting = { go: give }
      const leave = (): void => {
        const place = this.#waiting.indexOf(waiting)
        if (place === -1) return
        this.#waiting.splice(place, 1)
        give(this.#refusal())
      }
      const patience = isPatient ? undefined : setTimeout(leave, this.limits.patienceMs)
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
      this.#next()
    })
  }

  /** Starts waiting reads while the limits allow it. */
  #next(): void {
    this.#refill()
    while (this.#running < this.limits.atOnce && this.#balance > 0) {
      const first = this.#waiting.shift()
      if (first === undefined) break
      this.#running++
      first.go(this.#turn())
    }
    this.#later()
  }

  #turn(): ReadTurn {
    let isOver = false
    return {
      ok: true,
      leave: (bytes) => {
        if (isOver) return
        isOver = true
        this.#running--
        this.#balance -= Math.max(0, bytes - this.limits.freeBytes)
        this.#next()
      },
    }
  }

  #refill(): void {
    const now = performance.now()
    const more = ((now - this.#balancedAt) / 1_000) * this.limits.bytesPerSecond
    this.#balance = Math.min(this.limits.burstBytes, this.#balance + more)
    this.#balancedAt = now
  }

  /** Comes back when only time has to pass; ends when no read waits and no bytes are owed. */
  #later(): void {
    clearTimeout(this.#timer)
    if (this.#running > 0) return
    if (this.#waiting.length > 0) {
      this.#timer = setTimeout(() => this.#next(), this.#msUntil(1))
      return
    }
    const ms = this.#msUntil(this.limits.burstBytes)
    if (ms <= 0) this.forget()
    else this.#timer = setTimeout(() => this.#next(), ms).unref()
  }

  #msUntil(balance: number): number {
    return Math.ceil(((balance - this.#balance) / this.limits.bytesPerSecond) * 1_000)
  }

  #refusal(): NoReadTurn {
    this.#refill()
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(this.#msUntil(1) / 1_000)) }
  }
}
