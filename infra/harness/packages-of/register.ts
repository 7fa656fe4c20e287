import { register } from 'node:module'
import { pathToFileURL } from 'node:url'
import { measured, root } from '../child.js'

// For `node --import`: our programs then run with the `@ecmr` packages of the checkout that is measured.
register('./resolve.js', import.meta.url, {
  data: { ours: pathToFileURL(root).href, measured: pathToFileURL(`${measured}/package.json`).href },
})
