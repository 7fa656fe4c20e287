import { Problem } from './problem.js'

const MIB = 1_048_576

/** @param most how many bytes the address takes */
export function bodyTooLarge(most: number): Problem {
  return new Problem('body_too_large', `A body holds at most ${most / MIB} MiB here.`)
}
