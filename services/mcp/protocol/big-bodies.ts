import type { FastifyReply } from 'fastify'

/** Bounds how many big bodies are in memory at once. */
export interface BigBodies {
  /** False when there are too many now. One that got in leaves when its answer has been sent, or nobody waits for it any more. */
  enter(reply: FastifyReply): boolean
}

/** @param most how many at once */
export function bigBodies(most: number): BigBodies {
  let inside = 0
  return {
    enter(reply) {
      if (inside >= most) return false
      inside += 1
      reply.raw.once('close', () => {
        inside -= 1
      })
      return true
    },
  }
}
