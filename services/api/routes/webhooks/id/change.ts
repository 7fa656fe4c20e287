import type { Route } from '../../../api-server.js'

export const changeWebhook: Route = () => undefined
