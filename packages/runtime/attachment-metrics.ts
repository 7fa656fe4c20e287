import { Counter, type Registry } from 'prom-client'

/** Counts files of attachments, and of documents that were not recorded, that this process removed, and its failures. */
export function attachmentMetrics(registry: Registry): {
  removed(why: 'not_recorded' | 'withdrawn' | 'erased'): void
  failed(): void
} {
  const registers = [registry]
  const removals = new Counter({
    name: 'ecmr_attachment_removals_total',
    help: 'Files of attachments and documents that this process removed: not_recorded, withdrawn and no longer to be kept, or erased',
    labelNames: ['why'],
    registers,
  })
  const failures = new Counter({
    name: 'ecmr_attachment_failures_total',
    help: 'How often this process could not look after the file of an attachment or a document, and put it off',
    registers,
  })
  return { removed: (why) => removals.inc({ why }), failed: () => failures.inc() }
}
