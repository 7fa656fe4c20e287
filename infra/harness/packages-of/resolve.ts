import type { InitializeHook, ResolveHook } from 'node:module'

let checkouts = { ours: '', measured: '' }

export const initialize: InitializeHook<typeof checkouts> = (given) => {
  checkouts = given
}

/** Looks for packages that files of ours import where the measured checkout has them. */
export const resolve: ResolveHook = (specifier, context, next) => {
  const isOurs = specifier.startsWith('@ecmr/') && context.parentURL?.startsWith(checkouts.ours)
  return next(specifier, isOurs ? { ...context, parentURL: checkouts.measured } : context)
}
