/** An answer with what came beside its data. */
export interface FullAnswer<Data> {
  readonly data: Data
  readonly status: number
  readonly headers: Headers
  /** names this state of what was read; send it as `ifMatch` */
  readonly etag: string | undefined
  /** place in the event log; send it as `minPosition` to read at least this state */
  readonly position: string | undefined
  /** quote it when asking for help */
  readonly requestId: string | undefined
  /** whether it had been done before, with this idempotency key */
  readonly replayed: boolean
}

/**
 * What a call promises: the data, or with `withResponse()` also what came beside them. The request is sent at once.
 *
 * @example
 * const note = await ecmr.readEcmr(id)
 * const { data, etag } = await ecmr.readEcmr(id).withResponse()
 */
export class Answer<Data> implements PromiseLike<Data> {
  readonly #full: Promise<FullAnswer<Data>>

  constructor(full: Promise<FullAnswer<Data>>) {
    this.#full = full
  }

  /** The data with status and headers. */
  withResponse(): Promise<FullAnswer<Data>> {
    return this.#full
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise of its data
  then<Fulfilled = Data, Rejected = never>(
    onfulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onrejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#full.then(({ data }) => data).then(onfulfilled, onrejected)
  }

  catch<Rejected = never>(
    onrejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Data | Rejected> {
    return this.then(undefined, onrejected)
  }

  finally(onfinally?: (() => void) | null): Promise<Data> {
    return this.then().finally(onfinally)
  }
}

/** What came beside the data of an answer. */
export function fullAnswer<Data>(data: Data, { status, headers }: Response): FullAnswer<Data> {
  const header = (name: string): string | undefined => headers.get(name) ?? undefined
  return {
    data,
    status,
    headers,
    etag: header('etag'),
    position: header('x-position'),
    requestId: header('x-request-id'),
    replayed: header('idempotent-replayed') === 'true',
  }
}
