import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('../package.json')

/** The version of this release. */
export const VERSION: string = version
