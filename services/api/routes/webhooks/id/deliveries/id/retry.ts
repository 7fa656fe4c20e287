import type { Route } from '../../../../../api-server.js'

export const retryDelivery: Route = () => undefined
