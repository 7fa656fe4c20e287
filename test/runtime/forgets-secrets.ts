import { readFileSync } from 'node:fs'
import { forgetSecrets } from '@ecmr/runtime'

// Forgets its secrets and shows what is left of its environment.
const visible = forgetSecrets()
process.stdout.write(
  JSON.stringify({
    visible,
    own: process.env,
    inherited: readFileSync('/proc/self/environ', 'latin1').split('\0'),
  }),
)
