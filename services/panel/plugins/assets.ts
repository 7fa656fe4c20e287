import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { PanelServer } from '../panel-server.js'

const FOLDERS = [
  ...['../../assets/', '../browser/'].map((path) => fileURLToPath(new URL(path, import.meta.url))),
  // What verifies proofs is the very file that each of them holds.
  dirname(fileURLToPath(import.meta.resolve('@ecmr/evidence/verifier'))),
]
const SERVED = /\.(css|js|svg|png|ico|txt|webmanifest)$/
const ICON = /^\/assets\/icon[\w-]*\.(svg|png)$/
const A_DAY = 'public, max-age=86400'
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** The address of one of our files; it changes with the file, so browsers keep it indefinitely. */
export type AssetUrl = (file: string) => string

/** Serves style sheets, scripts and pictures at `/assets/`. */
export function serveAssets(app: PanelServer): AssetUrl {
  const versions = new Map(FOLDERS.flatMap(versionsIn))
  app.register((assets, _options, done) => {
    assets.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public', always: true, rateLimit: false }
    })
    assets.addHook('onRequest', async ({ url }, reply) => {
      const { pathname, searchParams } = new URL(url, 'http://here.invalid')
      const version = versions.get(pathname.slice('/assets/'.length))
      // What one script imports from another says no version; the browser asks each time whether it changed.
      reply.header('cache-control', searchParams.get('v') === version ? FOR_GOOD : 'no-cache')
      // Assistants that run in a browser show the icon that the MCP service names.
      if (ICON.test(pathname)) reply.header('cross-origin-resource-policy', 'cross-origin')
    })
    assets.register(fastifyStatic, {
      root: FOLDERS,
      prefix: '/assets/',
      allowedPath: (path) => SERVED.test(path),
      cacheControl: false,
      index: false,
    })
    // Where browsers and assistants look for one on their own.
    assets.get('/favicon.ico', async (_request, reply) =>
      reply
        .header('cache-control', A_DAY)
        .header('cross-origin-resource-policy', 'cross-origin')
        .sendFile('favicon.ico'),
    )
    done()
  })
  return (file) => {
    const version = versions.get(file)
    if (version === undefined) throw new Error(`there is no asset called ${file}`)
    return `/assets/${file}?v=${version}`
  }
}

function versionsIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder)
    .filter((file) => SERVED.test(file))
    .map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('base64url')
        .slice(0, 10),
    ])
}
