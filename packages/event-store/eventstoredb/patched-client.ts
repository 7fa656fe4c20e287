import { setMaxListeners } from 'node:events'
import { EventStoreDBClient, type GossipClusterOptions, type SingleNodeOptions } from '@eventstore/db-client'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import {
  type Channel,
  type ClientDuplexStream,
  type ClientReadableStream,
  connectivityState,
} from '@grpc/grpc-js'
import { AppendCall } from './append-call.js'
import { NotSent } from './not-sent.js'

const { StreamsClient, StreamsService } = streamsGrpc
const { path: BATCH_APPEND } = StreamsService.batchAppend
const { path: READ, requestSerialize } = StreamsService.read

type AppendStream = ClientDuplexStream<Buffer, Buffer>

/** How to connect, in the client's terms. */
export interface ClientSettings {
  readonly nodes: SingleNodeOptions | GossipClusterOptions
  readonly tls: NonNullable<ConstructorParameters<typeof EventStoreDBClient>[1]>
  readonly credentials: { readonly username: string; readonly password: string } | undefined
}

/**
 * EventStoreDB's client, version 6.2.1, made safe where it would end the process or never work again:
 *
 * - An error that comes while the servers of a cluster are being asked for their leader fails twice, the second time
 *   unhandled; and so does an append on a connection that was closed a moment ago.
 * - `dispose` leaves the connection open, and its readers waiting indefinitely.
 */
export class PatchedClient extends EventStoreDBClient {
  private readonly appendCalls: WeakMap<object, AppendCall>
  private readonly sharedCalls: WeakMap<InstanceType<typeof StreamsClient>, AppendStream>
  private readonly closing: AbortController
  private channel: Channel | undefined

  constructor({ nodes, tls, credentials }: ClientSettings) {
    if ('endpoint' in nodes) super(nodes, tls, credentials)
    else super(nodes, tls, credentials)
    this.appendCalls = new WeakMap()
    this.sharedCalls = new WeakMap()
    this.closing = new AbortController()
    // One for every call that is under way.
    setMaxListeners(0, this.closing.signal)
    this.channel = undefined
    this.settleErrors()
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

  /** What the server said when we connected. */
  async serverVersion(): Promise<string> {
    return (await this.capabilities).serverVersion
  }

  /** Ends all calls and closes the connection. */
  async close(): Promise<void> {
    this.closing.abort()
    await this.dispose()
    this.channel?.close()
  }

  /**
   * The call that takes many appends, which the client does at several times the price; undefined when the server has no
   * such call, and `appendToStream` is left.
   *
   * @param isShared whether it is the one call of all who append, or a new one
   */
  async batchAppend(isShared: boolean): Promise<AppendCall | undefined> {
    if (!(await this.supports(StreamsService.batchAppend))) return undefined
    const create = (client: InstanceType<typeof StreamsClient>): AppendStream => {
      const [metadata, options] = this.callArguments({ requiresLeader: true }, { deadline: Infinity })
      const stream = client.makeBidiStreamRequest(BATCH_APPEND, asIs, asIs, metadata, options)
      this.appendCalls.set(stream, new AppendCall(stream))
      return stream
    }
    const shared = isShared ? this.sharedCalls : undefined
    return this.appendCalls.get(await this.GRPCStreamCreator(StreamsClient, 'append', create, shared)())
  }

  /** Reads, or subscribes; the messages that come are the server's `ReadResp`, not decoded. */
  async readRaw(request: ReadReq): Promise<ClientReadableStream<Buffer>> {
    const create = (client: InstanceType<typeof StreamsClient>): ClientReadableStream<Buffer> => {
      const [metadata, options] = this.callArguments({}, { deadline: Infinity })
      return client.makeServerStreamRequest(READ, requestSerialize, asIs, request, metadata, options)
    }
    return this.GRPCStreamCreator(StreamsClient, 'read', create)()
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
}

/** What is encoded, and decoded, elsewhere. */
function asIs(bytes: Buffer): Buffer {
  return bytes
}
