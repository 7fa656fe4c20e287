import { randomUUID } from 'node:crypto'
import type { handleUnaryCall } from '@grpc/grpc-js'
import { type Empty, featuresPb, gossipPb, UUID } from './messages.js'
import type { Endpoint } from './refusals.js'
import type { Wire } from './wire.js'

type Features = InstanceType<typeof featuresPb.SupportedMethods>
type Cluster = InstanceType<typeof gossipPb.ClusterInfo>
type Void = InstanceType<typeof Empty>

/** ServerFeatures: what this server can do, by which a client chooses how to append. */
export function featuresPath(wire: Wire): handleUnaryCall<Void, Features> {
  return (_call, callback) => {
    const names = ['read', 'append', 'tombstone', ...(wire.settings.batchAppend ? ['batchappend'] : [])]
    const methods = names.map((name) =>
      new featuresPb.SupportedMethod()
        .setServiceName('event_store.client.streams.streams')
        .setMethodName(name),
    )
    const features = new featuresPb.SupportedMethods()
      .setMethodsList(methods)
      .setEventStoreServerVersion(wire.settings.caughtUp ? '24.10.0' : '22.10.0')
    void Promise.resolve(wire.faults.hung()).then(() => callback(null, features))
  }
}

/** Gossip: who belongs to the cluster, by which a client with several hosts finds the leader. */
export function gossipPath(wire: Wire, self: () => Endpoint): handleUnaryCall<Void, Cluster> {
  const { LEADER, FOLLOWER } = gossipPb.MemberInfo.VNodeState
  return (_call, callback) => {
    const { leader } = wire.faults
    const members =
      leader === undefined ? [member(self(), LEADER)] : [member(self(), FOLLOWER), member(leader, LEADER)]
    void Promise.resolve(wire.faults.hung()).then(() =>
      callback(null, new gossipPb.ClusterInfo().setMembersList(members)),
    )
  }
}

function member(
  endpoint: Endpoint,
  state: gossipPb.MemberInfo.VNodeState,
): InstanceType<typeof gossipPb.MemberInfo> {
  return new gossipPb.MemberInfo()
    .setInstanceId(new UUID().setString(randomUUID()))
    .setTimeStamp(`${Date.now()}0000`)
    .setState(state)
    .setIsAlive(true)
    .setHttpEndPoint(new gossipPb.EndPoint().setAddress(endpoint.host).setPort(endpoint.port))
}
