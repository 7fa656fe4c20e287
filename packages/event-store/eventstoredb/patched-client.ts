import { setMaxListeners } from 'node:events'
import { Duplex, type Readable, type Writable } from 'node:stream'
import { EventStoreDBClient, type GossipClusterOptions, type SingleNodeOptions } from '@eventstore/db-client'
import { type Channel, connectivityState } from '@grpc/grpc-js'

/** A call was not made, because the connection had just been given up. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}

/** How to connect, in the client's terms. */
export interface ClientSettings {
  readonly nodes: SingleNodeOptions | GossipClusterOptions
  readonly tls: NonNullable<ConstructorParameters<typeof EventStoreDBClient>[1]>
  readonly credentials: { readonly username: string; readonly password: string } | undefined
}

/**
 * EventStoreDB's client, version 6.2.1, made safe where it would end the process or never work again:
 *
 * - An answer to an append whose promise was settled already (a transport error of any connection settles the pending
 *   appends of all) throws inside a stream's event. Here it is passed over.
 * - Batch appends that wait for a full connection to drain are rejected, when it breaks, by a promise that is not
 *   handled. Here they never wait: callers limit how many there are.
 * - A stream of appends that the server ends without an error would be used indefinitely, and every append lost on it.
 * - An error that comes while the servers of a cluster are being asked for their leader fails twice, the second time
 *   unhandled; and so does an append on a connection that was closed a moment ago.
 * - `dispose` leaves the connection open, and its readers waiting indefinitely.
 */
export class PatchedClient extends EventStoreDBClient {
  /** whether appends go by one stream for all, which leaves open what became of each when it breaks */
  batches: boolean
  private readonly closing: AbortController
  private channel: Channel | undefined

  constructor({ nodes, tls, credentials }: ClientSettings) {
    if ('endpoint' in nodes) super(nodes, tls, credentials)
    else super(nodes, tls, credentials)
    this.batches = false
    this.closing = new AbortController()
    // One for every call that is under way.
    setMaxListeners(0, this.closing.signal)
    this.channel = undefined
    this.settleErrors()
    this.guardStreams()
    const { getChannel } = this
    this.getChannel = async () => {
      this.channel = await getChannel()
      return this.channel
    }
  }

  /** Aborts when the client is closed. */
  get closed(): AbortSignal {
    return this.closing.signal
  }

  /** Connects, and asks what the server can do. The answer is kept, and so are failures of most kinds. */
  async ready(): Promise<void> {
    await this.capabilities
  }

  /** Ends all calls and closes the connection. */
  async close(): Promise<void> {
    this.closing.abort()
    await this.dispose()
    this.channel?.close()
  }

  private settleErrors(): void {
    const { handleError, execute } = this
    this.handleError = (client, error) => handleError(client, error).catch(() => undefined)
    this.execute = (Client, name, action) =>
      execute(Client, name, (client) => {
        if (client.getChannel().getConnectivityState(false) === connectivityState.SHUTDOWN)
          throw new NotSent('the connection was closed')
        return action(client)
      })
  }

  private guardStreams(): void {
    const { GRPCStreamCreator } = this
    this.GRPCStreamCreator = (Client, name, create, cache) =>
      GRPCStreamCreator(Client, name, async (client) => this.guarded(await create(client)), cache)
  }

  private guarded<Stream extends Readable | Writable | Duplex>(stream: Stream): Stream {
    if (!(stream instanceof Duplex)) return stream
    this.batches = true
    const emit = stream.emit.bind(stream)
    stream.emit = (event: string | symbol, ...args: unknown[]) => {
      try {
        return emit(event, ...args)
      } catch (error) {
        if (event !== 'data') throw error
        return true
      }
    }
    let hasFailed = false
    stream.once('error', () => {
      hasFailed = true
    })
    stream.once('end', () => {
      if (!hasFailed) stream.destroy(new Error('the server ended the stream of appends'))
    })
    const write = stream.write.bind(stream)
    stream.write = (message: unknown) => {
      write(message)
      return true
    }
    return stream
  }
}
