import type { FastifyReply } from 'fastify'

/** Bounds how many big bodies are in memory at once. */
export interface BigBodies {
  /**
   * False when there are too many now. One that got in leaves when its answer has been sent, or nobody waits for it any more.
   *
   * @param whose somebody who, however slowly he sends, is to leave room for others
   */
  enter(reply: FastifyReply, whose: string): boolean
}

/** @param most how many at once, of all and of each */
export function bigBodies(most: { readonly ofAll: number; readonly ofOne: number }): BigBodies {
  const inside: string[] = []
  return {
    enter(reply, whose) {
      const own = inside.filter((each) => each === whose)
      if (inside.length >= most.ofAll || own.length >= most.ofOne) return false
      inside.push(whose)
      reply.raw.once('close', () => void inside.splice(inside.indexOf(whose), 1))
      return true
    },
  }
}
