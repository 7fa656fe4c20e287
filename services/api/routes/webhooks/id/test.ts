import type { Route } from '../../../api-server.js'

export const testWebhook: Route = () => undefined
