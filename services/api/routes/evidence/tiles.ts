import { closed } from '@ecmr/contract'
import { Malformed, parseTilePath, type TileAddress, tileReader, tileWidth } from '@ecmr/evidence'
import { Type } from '@sinclair/typebox'
import type { Route } from '../../api-server.js'
import { notFound } from '../../problems/not-found.js'
import { notFoundProblem, publicProblems } from '../problem-answers.js'

const noteAnswer = {
  description: 'A signed note (C2SP tlog-checkpoint)',
  content: { 'text/plain': { schema: Type.String() } },
}
const tileAnswer = {
  description: 'Hashes of 32 bytes each',
  content: {
    'application/octet-stream': { schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) },
  },
}

export const readCheckpoint: Route = (app, { evidence }) => {
  app.get(
    '/tlog/checkpoint',
    {
      config: { access: 'public', answers: 'anything' },
      schema: {
        operationId: 'readCheckpoint',
        tags: ['Evidence'],
        summary: 'The newest checkpoint of the event log',
        security: [],
        response: { 200: noteAnswer, ...publicProblems, ...notFoundProblem },
      },
    },
    async (_request, reply) => {
      const checkpoint = await evidence?.latest()
      if (checkpoint === undefined) throw notFound()
      reply.header('cache-control', 'public, max-age=5').type('text/plain; charset=utf-8')
      return reply.send(checkpoint.note)
    },
  )
}

/** The tree's hashes, as far as a checkpoint covers them. They never change. */
export const readTile: Route = (app, { evidence, pool }) => {
  const read = tileReader(pool)
  app.get(
    '/tlog/tile/*',
    {
      config: { access: 'public', answers: 'anything' },
      schema: {
        operationId: 'readTile',
        tags: ['Evidence'],
        summary: 'Hashes of the tree over the event log (C2SP tlog-tiles)',
        params: closed({ '*': Type.String({ description: 'Level, index and width: 0/x001/234.p/17' }) }),
        security: [],
        response: { 200: tileAnswer, ...publicProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { level, index, width } = addressIn(request.params['*'])
      const checkpoint = await evidence?.latest()
      if (checkpoint === undefined || tileWidth(checkpoint.size, level, index) < width) throw notFound()
      reply.header('cache-control', 'public, max-age=31536000, immutable').type('application/octet-stream')
      return reply.send(Buffer.from(await read(level, index, width)))
    },
  )
}

function addressIn(path: string): TileAddress {
  try {
    return parseTilePath(path)
  } catch (error) {
    if (error instanceof Malformed) throw notFound()
    throw error
  }
}
