import { closed } from '@ecmr/contract'
import { describeLog } from '@ecmr/evidence'
import { type TString, Type } from '@sinclair/typebox'
import type { Route } from '../../api-server.js'
import { notFound } from '../../problems/not-found.js'
import { notFoundProblem, publicProblems } from '../problem-answers.js'

const text = (description: string): TString => Type.String({ description })

const logView = closed(
  {
    origin: text('What the log is called in its checkpoints'),
    keys: Type.Array(
      closed({
        name: text('In signatures'),
        vkey: text('Verifier key (C2SP signed-note)'),
        from_size: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Size of the first checkpoint that it signed; null: it has signed none yet',
        }),
      }),
      { description: 'Oldest first' },
    ),
    checkpoint: Type.Union([Type.String(), Type.Null()], {
      description: 'The newest one, a signed note (C2SP tlog-checkpoint); null: there is none yet',
    }),
    witnesses: Type.Array(Type.String(), { description: 'Verifier keys of those who cosign checkpoints' }),
  },
  { title: 'EventLog', description: 'What it takes to verify proofs over the event log' },
)

/** What it takes to verify proofs: it is public, and has to be compared with what was noted elsewhere. */
export const readEventLog: Route = (app, { evidence, pool, siteUrl }) => {
  app.get(
    '/.well-known/ecmr-log',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'readEventLog',
        tags: ['Evidence'],
        summary: 'Keys and newest checkpoint of the event log',
        security: [],
        response: { 200: logView, ...publicProblems, ...notFoundProblem },
      },
    },
    async (_request, reply) => {
      if (evidence === undefined) throw notFound()
      reply.header('cache-control', 'public, max-age=5')
      const { keys, witnesses, ...log } = await describeLog(pool, evidence, siteUrl)
      return { ...log, keys: [...keys], witnesses: [...witnesses] }
    },
  )
}
