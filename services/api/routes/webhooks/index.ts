import type { Route } from '../../api-server.js'

export const webhookRoutes: readonly Route[] = []
