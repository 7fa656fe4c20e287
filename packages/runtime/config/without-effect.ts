import { geminiWithoutEffect } from './document-engine.js'
import { evidenceWithoutEffect } from './evidence.js'
import type { Given } from './settings.js'
import { s3WithoutEffect } from './storages.js'

/** A warning for each setting that does no harm and nothing else. */
export function withoutEffect(given: Given): readonly string[] {
  const warnings = [...geminiWithoutEffect(given), ...s3WithoutEffect(given), ...evidenceWithoutEffect(given)]
  if (given.EVENTSTOREDB_URL !== undefined && given.EVENT_STORE !== 'eventstoredb')
    warnings.push(
      'EVENTSTOREDB_URL is set, but EVENT_STORE is not eventstoredb: the event log is in PostgreSQL.',
    )
  if (given.MAIL_FROM !== undefined && given.SMTP_URL === undefined)
    warnings.push('MAIL_FROM is set, but SMTP_URL names no mail server: no mail is sent.')
  if (given.DOCUMENT_SEAL_PASSWORD !== undefined && given.DOCUMENT_SEAL_FILE === undefined)
    warnings.push(
      'DOCUMENT_SEAL_PASSWORD is set, but DOCUMENT_SEAL_FILE names no certificate: documents are not sealed.',
    )
  if (given.BACKUP_EVERY !== undefined && given.BACKUP_TO === undefined)
    warnings.push('BACKUP_EVERY is set, but BACKUP_TO names no place: no backups are made.')
  if (given.METRICS_HOST !== undefined && given.METRICS_PORT === 'off')
    warnings.push('METRICS_HOST is set, but METRICS_PORT is off: metrics are not shown.')
  if (given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined)
    for (const name of ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER_ARG'] as const)
      if (given[name] !== undefined)
        warnings.push(`${name} is set, but OTEL_EXPORTER_OTLP_ENDPOINT is not: nothing is traced.`)
  return warnings
}
