import { InvalidArgumentError } from '@commander-js/extra-typings'

/** Reads a whole number within bounds, both included. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  }
