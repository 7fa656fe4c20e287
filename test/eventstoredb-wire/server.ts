import { setTimeout as delay } from 'node:timers/promises'
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { featuresPath, gossipPath } from './about.js'
import { appendPath } from './appending/append-path.js'
import { batchPath } from './appending/batch-path.js'
import { tombstonePath } from './appending/tombstone.js'
import { systemEvent, writer } from './appending/writer.js'
import { openCalls } from './calls.js'
import { type Faults, faultState, faultsOn } from './faults.js'
import { fileJournal } from './log/journal.js'
import { openLog } from './log/log.js'
import { readPath } from './reading/read.js'
import { type Refusal, refusals } from './refusals.js'
import { DEFAULTS, type Settings } from './settings.js'
import type { Wire } from './wire.js'

export interface ServerOptions extends Partial<Settings> {
  /** 0, the default, for any free one; always on loopback */
  readonly port?: number
  /** where the log is kept; without it in memory only */
  readonly file?: string
  /** PEM */
  readonly tls?: { readonly cert: string; readonly key: string }
}

export interface TestServer {
  /** connection string for the client */
  readonly url: string
  readonly port: number
  readonly faults: Faults
  /** how many subscriptions clients have at the moment */
  subscriptions(): number
  /** Ends every stream, then the server; once, however often it is called. */
  stop(): Promise<void>
}

/** Starts a stand-in for EventStoreDB on 127.0.0.1. */
export async function startEventStoreDb(options: ServerOptions = {}): Promise<TestServer> {
  const { port: wished = 0, file, tls, ...changed } = options
  const settings: Settings = { ...DEFAULTS, ...changed }
  const log = openLog(file === undefined ? undefined : fileJournal(file), settings.firstPosition)
  // No log of a real server is empty: it begins with the server's own events.
  if (log.records.length === 0) log.append('$user-admin', [systemEvent('$UserCreated', '{}')])
  const wire: Wire = {
    settings,
    log,
    writer: writer(log, settings),
    faults: faultState(),
    calls: openCalls(),
  }
  let port = wished
  let stopping: Promise<void> | undefined
  const server = grpcServer(wire, () => ({ host: '127.0.0.1', port }))
  port = await bind(server, wished, tls).catch((error: unknown) => {
    log.close()
    throw error
  })
  return {
    url: `esdb://127.0.0.1:${port}?tls=${tls !== undefined}`,
    port,
    faults: faultsOn(wire.faults, () => wire.calls.end(refusals.connectionLost(), 'subscription')),
    subscriptions: () => wire.calls.count('subscription'),
    stop() {
      stopping ??= shutDown(server, wire)
      return stopping
    },
  }
}

async function shutDown(server: Server, wire: Wire): Promise<void> {
  const stopped = new Promise<void>((resolve) => server.tryShutdown(() => resolve()))
  wire.calls.end(refusals.shuttingDown())
  await Promise.race([stopped, delay(500, undefined, { ref: false })])
  server.forceShutdown()
  wire.log.close()
}

function grpcServer(wire: Wire, self: Parameters<typeof gossipPath>[1]): Server {
  // The largest record that the real server holds; the client accepts as much.
  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 })
  const { StreamsService } = streamsGrpc
  // Events are encoded once, however often they are read.
  const read = {
    ...StreamsService.read,
    responseSerialize: (frame: Uint8Array) => Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength),
  }
  server.addService(
    { ...StreamsService, read },
    {
      append: appendPath(wire),
      batchAppend: batchPath(wire),
      read: readPath(wire),
      delete: (_call: unknown, callback: (error: Refusal) => void) => callback(refusals.notServed('Delete')),
      tombstone: tombstonePath(wire),
    },
  )
  server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: featuresPath(wire) })
  server.addService(gossipGrpc.GossipService, { read: gossipPath(wire, self) })
  return server
}

function bind(server: Server, port: number, tls: ServerOptions['tls']): Promise<number> {
  const credentials =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [
          { cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) },
        ])
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    )
  })
}
