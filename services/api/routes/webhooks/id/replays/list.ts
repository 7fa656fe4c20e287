import type { Route } from '../../../../api-server.js'

export const listReplays: Route = () => undefined
