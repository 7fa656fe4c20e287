import {
  COMPANY_HEADER,
  DocumentReadingUnavailable,
  imageTypes,
  LARGEST_IMAGE,
  type PagePool,
  type PageTask,
  PDF,
  pageTasks,
  READINGS_AT_ONCE,
  writeAnswer,
} from '@ecmr/ocr'
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'

/** As many as wait for each process, the one that is looked at, and a few that are just arriving. */
const AT_ONCE_EACH = 10
const RETRY_AFTER_S = '5'

/** Refuses requests before their images are received: those of a company that has enough under way, and all when there are too many. */
export class Admission {
  readonly #underWay = new Map<string, number>()
  #all = 0

  constructor(private readonly processes: number) {}

  /** For the route that takes images. */
  readonly hooks = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const company = String(request.headers[COMPANY_HEADER] ?? '')
      const before = this.#underWay.get(company) ?? 0
      if (before >= READINGS_AT_ONCE || this.#all >= AT_ONCE_EACH * this.processes)
        return reply.code(429).header('retry-after', RETRY_AFTER_S).send({ status: 'too many' })
      this.#all += 1
      this.#underWay.set(company, before + 1)
      reply.raw.once('close', () => this.#leave(company))
      return undefined
    },
  }

  #leave(company: string): void {
    this.#all -= 1
    const left = (this.#underWay.get(company) ?? 1) - 1
    if (left > 0) this.#underWay.set(company, left)
    else this.#underWay.delete(company)
  }
}

const address = {
  params: Type.Object({
    task: Type.Union(pageTasks.map((task) => Type.Literal(task))),
  }),
  querystring: Type.Union([
    Type.Object({
      mediaType: Type.Union(imageTypes.map((type) => Type.Literal(type))),
      width: Type.Integer({ minimum: 1 }),
      height: Type.Integer({ minimum: 1 }),
    }),
    Type.Object({
      mediaType: Type.Literal(PDF),
      page: Type.Integer({ minimum: 1, default: 1 }),
    }),
  ]),
  headers: Type.Object({ [COMPANY_HEADER]: Type.String({ minLength: 1, maxLength: 100 }) }),
}

/**
 * Builds the service that looks at images for others: an image comes in, what is seen in it goes out, and nothing is kept.
 *
 * @param options.processes how many images are looked at at once; eight times as many wait
 */
export function buildReader(options: {
  readonly pool: PagePool
  readonly processes: number
  readonly logger?: FastifyBaseLogger
}): FastifyInstance {
  const { pool, processes, logger } = options
  const admission = new Admission(processes)
  const app = fastify({
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LARGEST_IMAGE,
  })
    .withTypeProvider<TypeBoxTypeProvider>()
    .setValidatorCompiler(TypeBoxValidatorCompiler)
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof DocumentReadingUnavailable)) return reply.send(error)
    app.log.warn({ reason: error.reason }, 'a page was refused')
    return reply
      .code(503)
      .header('retry-after', String(error.retryAfterSeconds))
      .send({ status: 'unavailable' })
  })
  app.get('/readyz', async () => ({ status: 'ok' }))
  app.post('/pages/:task', { schema: address, ...admission.hooks }, async (request, reply) => {
    const { body, params, query, headers } = request
    if (!(body instanceof Uint8Array)) return reply.code(415).send({ status: 'no image' })
    const left = new AbortController()
    reply.raw.on('close', () => left.abort())
    const file = { ...query, bytes: body }
    const caller = { companyId: headers[COMPANY_HEADER], signal: left.signal }
    const answer = await runTask(pool, params.task, file, caller)
    if (answer === undefined) return reply.code(415).send({ status: 'no such file' })
    return reply.type('application/json').send(writeAnswer(answer))
  })
  return app
}

/** What a task answers; undefined: it is none for such a file. */
async function runTask(
  pool: PagePool,
  task: PageTask,
  ...[file, caller]: Parameters<PagePool['readPage']>
): Promise<object | undefined> {
  switch (task) {
    case 'page':
      return pool.readPage(file, caller)
    case 'picture':
      return pool.renderPicture(file, caller)
    case 'count':
      return file.mediaType === PDF ? pool.countPages(file, caller) : undefined
    case 'signature':
      return file.mediaType === PDF ? undefined : pool.shrinkSignature(file, caller)
    default:
      return task satisfies never
  }
}
