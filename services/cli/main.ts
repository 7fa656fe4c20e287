import { sentence } from './failure.js'
import { ecmr } from './program.js'

// Whoever pipes into `head` has read enough; that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

try {
  await ecmr().parseAsync()
} catch (error) {
  console.error(`error: ${sentence(error)}`)
  process.exitCode = 1
}
