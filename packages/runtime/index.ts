export * from './abort.js'
export { ADDRESS_MS } from './address-ms.js'
export * from './audit-metrics.js'
export type { BackgroundWork } from './background-work.js'
export { certificateEnd } from './certificate-end.js'
export { watchCertificates } from './certificate-metrics.js'
export * from './claim-address.js'
export { atPort } from './config/at-port.js'
export type {
  Config,
  DocumentEngine,
  DocumentSealSource,
  EventStoreSource,
  EvidenceKeySource,
  LogFormat,
  LogLevel,
  MailSource,
  ObjectDirectory,
  OperatorInfo,
  S3Bucket,
  S3Prefix,
  SecretKeySource,
  Storages,
  SupportContact,
  TracingTarget,
  WitnessAddress,
} from './config/config.js'
export { ConfigError } from './config/config-error.js'
export type { ProcessDefaults } from './config/defaults.js'
export { forgetSecrets } from './config/forget-secrets.js'
export { fileVariable } from './config/given-texts.js'
export { keptSecrets } from './config/kept-secrets.js'
export { readOrMakeKeyFile } from './config/key-file.js'
export type { ConfigWith, Need } from './config/needs.js'
export { ownPorts } from './config/own-ports.js'
export { loadConfig, parseConfig } from './config/parse.js'
export { openSecretKey } from './config/secret-key.js'
export { isSecret, SETTINGS } from './config/settings.js'
export { namedPlace } from './config/storages.js'
export * from './document-metrics.js'
export { attachmentMetrics } from './attachment-metrics.js'
export { erasureMetrics } from './erasure-metrics.js'
export { errorToLog } from './log/error-to-log.js'
export { FIELDS_OF_EVERY_LINE, LOG_FIELDS } from './log/fields.js'
export * from './in-parallel.js'
export { freePort } from './free-port.js'
export * from './kept-readings.js'
export * from './listen-fault.js'
export * from './network-of.js'
export * from './outage-reporter.js'
export { noticeMetrics } from './notice-metrics.js'
export { type OutboxMetrics, outboxMetrics } from './outbox-metrics.js'
export * from './prepare.js'
export * from './probes.js'
export * from './readiness.js'
export * from './reading-metrics.js'
export * from './reason.js'
export * from './retry.js'
export * from './run-hourly.js'
export * from './run-service.js'
export * from './serve-metrics.js'
export * from './start-fault.js'
export * from './stop.js'
export * from './throttled.js'
export {
  currentTracer,
  type Followed,
  inSpan,
  inSpanAfter,
  type Span,
  type SpanAttributes,
  type SpanOptions,
  inSpanOfEvent,
  inSpansAfter,
  requestTraceparent,
  type Tracer,
} from './tracing/tracing.js'
export * from './version.js'
