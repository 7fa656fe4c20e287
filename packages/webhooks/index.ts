export type { DeliveryStatus, WebhookEvent } from '@ecmr/http-contract'
export * from './deliveries/find-delivery.js'
export * from './deliveries/list-deliveries.js'
export type { NotableEvent } from './deliveries/notable-event.js'
export { type PlanOptions, planDeliveries } from './deliveries/plan-deliveries.js'
export * from './endpoints/audit.js'
export type { UrlRules } from './endpoints/check-url.js'
export * from './endpoints/delete-endpoint.js'
export type { Endpoint } from './endpoints/endpoint.js'
export * from './endpoints/find-endpoint.js'
export * from './endpoints/list-endpoints.js'
export * from './endpoints/register-endpoint.js'
export { type SecretBox, secretBox } from './endpoints/secret-box.js'
export { migrateWebhooks } from './migrations/migrate-webhooks.js'
export { type AddressGuard, addressGuard } from './sending/address-guard.js'
export type { Deadlines } from './sending/deadlines.js'
export type { Resolver } from './sending/resolver.js'
export {
  type DeliveryWorkerOptions,
  deliveryWorker,
  type WorkerLimits,
  type WorkerLog,
} from './worker/delivery-worker.js'
