import type { ApiServer } from '../api-server.js'
import { notFound } from '../problems/not-found.js'
import { Problem } from '../problems/problem.js'
import { sendProblem } from './problem-details.js'

interface Address {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/** Answers what no route answers: 405 with Allow (204 to OPTIONS) where the address is known, else 404. */
export function answerUnknownAddresses(app: ApiServer): void {
  const addresses = new Map<string, Address>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = addresses.get(url) ?? { pattern: patternOf(url), methods: new Set(['OPTIONS']) }
    for (const each of [method].flat()) known.methods.add(each)
    addresses.set(url, known)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const known = [...addresses.values()].find(({ pattern }) => pattern.test(path))
    if (known === undefined) return sendProblem(request, reply, notFound())
    const allow = [...known.methods].sort().join(', ')
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
    const detail = `Use one of ${allow}.`
    return sendProblem(request, reply, new Problem('method_not_allowed', detail, { headers: { allow } }))
  })
}

function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+'
    return segment === '*' ? '.*' : segment.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${segments.join('/')}/?$`)
}
