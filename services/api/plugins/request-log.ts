import type { ApiServer } from '../api-server.js'

/** One short line for each request, written at level debug only. */
export function logRequests(app: ApiServer): void {
  if (app.log.level !== 'debug' && app.log.level !== 'trace') return
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions } = request
    const fields = {
      request_id: id,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    }
    request.log.debug(fields, 'answered')
    done()
  })
}
