import { Metadata, type StatusObject, status } from '@grpc/grpc-js'

/** A gRPC error as the server answers it: the client reads what happened from the trailing metadata. */
export class Refusal extends Error implements StatusObject {
  override readonly name = 'Refusal'
  readonly metadata = new Metadata()
  constructor(
    readonly code: status,
    readonly details: string,
    trailers: Readonly<Record<string, string>> = {},
  ) {
    super(details)
    // header values are ASCII
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, value.replace(/[^ -~]/g, '?'))
  }
}

/** A host and port, such as that of the leader. */
export interface Endpoint {
  readonly host: string
  readonly port: number
}

export const refusals = {
  shuttingDown: () => new Refusal(status.UNAVAILABLE, 'Server is shutting down'),
  notReady: () => new Refusal(status.UNAVAILABLE, 'Server Is Not Ready'),
  notLeader: (leader: Endpoint) =>
    new Refusal(status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': leader.host,
      'leader-endpoint-port': String(leader.port),
    }),
  unauthenticated: () => new Refusal(status.UNAUTHENTICATED, 'Bad HTTP status code: 401'),
  accessDenied: () => new Refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' }),
  streamDeleted: (stream: string) =>
    new Refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
      exception: 'stream-deleted',
      'stream-name': stream,
    }),
  tooBig: (limit: number) =>
    new Refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
      exception: 'maximum-append-size-exceeded',
      'maximum-append-size': String(limit),
    }),
  invalid: (what: string) => new Refusal(status.INVALID_ARGUMENT, what),
  unexpected: (what: string) => new Refusal(status.UNKNOWN, what),
  notServed: (what: string) => new Refusal(status.UNIMPLEMENTED, `${what} is not served here.`),
  /** by a fault: as if the connection had been lost */
  connectionLost: () => new Refusal(status.UNAVAILABLE, 'Connection dropped'),
  cancelled: () => new Refusal(status.CANCELLED, 'Operation was cancelled by the server'),
} as const
