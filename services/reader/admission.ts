import { COMPANY_HEADER, READINGS_AT_ONCE } from '@ecmr/ocr'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
