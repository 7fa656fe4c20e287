import { connectEmbedded, EmbeddedPostgresError, startEmbeddedPostgres } from '@ecmr/postgres'

/**
 * A process that uses an embedded PostgreSQL, for tests that need one to kill: `service <dir>` or `guest <dir>`. Prints
 * what it got as one line of JSON, and stops cleanly on SIGTERM.
 */
const [role, dataDir = ''] = process.argv.slice(2)

function print(result: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(result)}\n`)
}

try {
  const server =
    role === 'service' ? await startEmbeddedPostgres({ dataDir }) : await connectEmbedded(dataDir)
  process.once('SIGTERM', () => server.stop().then(() => process.exit(0)))
  print({ url: server.url, note: server.note })
} catch (error) {
  print({ error: error instanceof EmbeddedPostgresError ? error.message : String(error) })
  process.exitCode = 1
}
