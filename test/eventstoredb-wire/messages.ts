/**
 * The wire's messages, from the very files that the client ships. They are CommonJS whose exports Node cannot list
 * beforehand, hence the default imports.
 */
import codePb from '@eventstore/db-client/generated/code_pb.js'
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js'
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import statusPb from '@eventstore/db-client/generated/status_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import anyPb from 'google-protobuf/google/protobuf/any_pb.js'
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js'

export const {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
  TombstoneReq,
  TombstoneResp,
} = streamsPb
export type AppendReq = InstanceType<typeof AppendReq>
export type AppendResp = InstanceType<typeof AppendResp>
export type BatchAppendReq = InstanceType<typeof BatchAppendReq>
export type BatchAppendResp = InstanceType<typeof BatchAppendResp>
export type ReadReq = InstanceType<typeof ReadReq>
export type TombstoneReq = InstanceType<typeof TombstoneReq>
export type TombstoneResp = InstanceType<typeof TombstoneResp>

export const { Empty, StreamIdentifier, UUID } = sharedPb
export { anyPb, codePb, emptyPb, featuresPb, gossipPb, sharedPb, statusPb }

/** The stream that a request names. */
export function streamName(
  of: { getStreamIdentifier(): { getStreamName_asU8(): Uint8Array } | undefined } | undefined,
): string {
  return Buffer.from(of?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
}
