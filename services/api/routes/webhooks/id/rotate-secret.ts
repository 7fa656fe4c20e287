import type { Route } from '../../../api-server.js'

export const rotateWebhookSecret: Route = () => undefined
