import { type Static, Type } from '@sinclair/typebox'

/** A checkpoint of the event log as notifications state it. */
export const statedCheckpoint = Type.Object(
  {
    size: Type.Integer({ description: 'How many events the log had' }),
    root: Type.String({ description: 'Root of the Merkle tree over them (RFC 6962), base64' }),
  },
  {
    description:
      'The newest checkpoint of the event log: keep it, and compare it with those in documents and proofs. Absent while proofs are off',
  },
)
export type StatedCheckpoint = Static<typeof statedCheckpoint>

/** The newest checkpoint, if there is one. */
export type LatestCheckpoint = () => Promise<StatedCheckpoint | undefined>
