import { bytesInWords } from '../body-limits.js'
import { Problem } from './problem.js'

/**
 * @param most how many bytes the address takes
 * @param besides under which condition, when not under all
 */
export function bodyTooLarge(most: number, besides = ''): Problem {
  return new Problem('body_too_large', `The body can have at most ${bytesInWords(most)} here${besides}.`)
}
