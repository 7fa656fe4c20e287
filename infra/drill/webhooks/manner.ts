import { between } from '../between.js'

/** How a receiver answers one request; `reset`: it hangs up instead. */
export interface Manner {
  readonly afterMs: number
  readonly answer: 200 | 500 | 'reset'
}

/** Answers at once. */
export const promptly = (): Manner => ({ afterMs: 0, answer: 200 })

/** So slow that a kill always comes in the middle of something. */
export const slowly = (): Manner => ({ afterMs: between({ least: 500, most: 3_000 }), answer: 200 })

/** Fails one time in five, in one way or another. */
export function fitfully(): Manner {
  const dice = Math.random()
  return { afterMs: 20, answer: dice < 0.1 ? 500 : dice < 0.2 ? 'reset' : 200 }
}
