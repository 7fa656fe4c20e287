export { type DeliveryStatus, deliveryStatuses, type WebhookEvent, webhookEvents } from '@ecmr/contract'
export { deliveryPlanner } from './deliveries/delivery-planner.js'
export {
  type Attempt,
  type Delivery,
  type DeliveryDetails,
  findDelivery,
} from './deliveries/find-delivery.js'
export * from './deliveries/latest-deliveries.js'
export {
  type DeliveryPage,
  type DeliveryQuery,
  faultsOfQuery,
  listDeliveries,
} from './deliveries/list-deliveries.js'
export type { NotableEvent } from './deliveries/notable-event.js'
export { type PlanOptions, planDeliveries } from './deliveries/plan-deliveries.js'
export { planWaiting } from './deliveries/plan-waiting.js'
export { type PlanningBacklog, planningBacklog } from './deliveries/queue-events.js'
export { type Retry, retryDelivery } from './deliveries/retry-delivery.js'
export {
  type EndpointTest,
  exampleNotification,
  testEndpoint,
  waitForOutcome,
} from './deliveries/test-endpoint.js'
export type { ChangedBy, EndpointChange, RecordAudit } from './endpoints/audit.js'
export * from './endpoints/change-endpoint.js'
export { checkUrl, type UrlRules } from './endpoints/check-url.js'
export type { Commanded, EndpointCommand } from './endpoints/command-endpoint.js'
export * from './endpoints/delete-endpoint.js'
export {
  type Endpoint,
  findEndpoint,
  listEndpoints,
  ownerOfEndpoint,
  ownerOfReplay,
} from './endpoints/endpoint.js'
export * from './endpoints/register-endpoint.js'
export * from './endpoints/rotate-secret.js'
export { type SecretBox, secretBox } from './endpoints/secret-box.js'
export { migrateWebhooks } from './migrations/migrate-webhooks.js'
export { notifications } from './notifications/notification.js'
export { openApiWebhooks } from './notifications/openapi.js'
export { cancelReplay } from './replays/cancel-replay.js'
export type { ReplayedLog, ReplayRange } from './replays/check-range.js'
export { findReplay, listReplays, MOST_COUNTED, type Replay } from './replays/replay.js'
export type { ReplaySource } from './replays/replay-source.js'
export { type ReplayerLimits, type ReplayerOptions, replayer } from './replays/replayer.js'
export { type ReplayRequest, type ReplayRequested, requestReplay } from './replays/request-replay.js'
export { keepRetention, type RetentionLog } from './retention/keep-retention.js'
export { type Pruned, prune, RETENTION_DAYS } from './retention/prune.js'
export { type AddressGuard, addressGuard } from './sending/address-guard.js'
export { type Resolver, systemResolver } from './sending/find-addresses.js'
export type { Deadlines } from './sending/sender.js'
export { type Health, healthAfter, healthy, isGivenUp, type Outcome } from './worker/circuit.js'
export type { FaultKind } from './worker/verdict.js'
export type {
  AttemptOutcome,
  DeliveryWorkerOptions,
  QueueSample,
  WorkerLimits,
  WorkerLog,
  WorkerMetrics,
} from './worker/worker-options.js'
