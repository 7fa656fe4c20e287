export { type DeliveryStatus, deliveryStatuses, type WebhookEvent, webhookEvents } from '@ecmr/contract'
export { eraseMessages } from './deliveries/erase-messages.js'
export {
  type Attempt,
  type Delivery,
  type DeliveryDetails,
  findDelivery,
} from './deliveries/find-delivery.js'
export * from './deliveries/latest-deliveries.js'
export {
  type DeliveryLog,
  type DeliveryPage,
  type DeliveryQuery,
  faultsOfQuery,
  listDeliveries,
} from './deliveries/list-deliveries.js'
export type { NotableEvent } from './deliveries/notable-event.js'
export { type PlanOptions, planDeliveries } from './deliveries/plan-deliveries.js'
export {
  deliveryPlanner,
  type PlanningBacklog,
  planningBacklog,
  planWaiting,
} from './deliveries/planning-queue.js'
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
export { deleteEndpoint } from './endpoints/disable-endpoint.js'
export {
  type Endpoint,
  findEndpoint,
  listEndpoints,
  ownerOfEndpoint,
  ownerOfReplay,
} from './endpoints/endpoint.js'
export * from './endpoints/register-endpoint.js'
export * from './endpoints/rotate-secret.js'
export { resealEndpoints } from './endpoints/reseal-secrets.js'
export { type Resealed, resealing, type SecretBox, secretBox } from './endpoints/secrets.js'
export { migrateWebhooks } from './migrations/migrate-webhooks.js'
export { notifications, openApiWebhooks } from './notifications/notification.js'
export { cancelReplay } from './replays/cancel-replay.js'
export type { ReplaySource } from './replays/queue-deliveries.js'
export { findReplay, listReplays, MOST_COUNTED, type Replay } from './replays/replay.js'
export { type ReplayerLimits, type ReplayerOptions, replayer } from './replays/replayer.js'
export type { ReplayedLog, ReplayRange } from './replays/request-replay.js'
export { type ReplayRequest, type ReplayRequested, requestReplay } from './replays/request-replay.js'
export { keepRetention, type Pruned, prune, RETENTION_DAYS, type RetentionLog } from './retention/prune.js'
export { type AddressGuard, addressGuard } from './sending/address-guard.js'
export { documentFetcher } from './sending/fetch-document.js'
export { type FetchedFile, type FileFetcher, fileFetcher } from './sending/fetch-file.js'
export { fetchOnDemand } from './sending/fetch-on-demand.js'
export { type Resolver, systemResolver } from './sending/find-addresses.js'
export type { Deadlines } from './sending/sender.js'
export { type Health, healthAfter, healthy, isGivenUp, type Outcome } from './worker/circuit.js'
export type { DocumentUrls } from './worker/document-urls.js'
export type { FaultKind } from './worker/verdict.js'
export type {
  AttemptOutcome,
  DeliveryWorkerOptions,
  QueueSample,
  WorkerLimits,
  WorkerLog,
  WorkerMetrics,
} from './worker/worker-options.js'
