import { Counter, Gauge, type Registry } from 'prom-client'
import { certificateEnd } from './certificate-end.js'
import { type Pauses, runHourly } from './run-hourly.js'

const PAUSES: Pauses = { soonMs: 30_000, everyMs: 300_000, afterFaultMs: 300_000 }

/**
 * Shows until when the certificates of an installation are valid, looking at the site's every five minutes until the signal aborts,
 * so that a renewed one is soon seen. One that cannot be seen from this process, or that there is none of, is not shown.
 *
 * @param options.sealEnds of the certificate that seals documents
 * @param options.pauses between two looks, if they are to be others
 */
export async function watchCertificates(options: {
  readonly siteUrl: string
  readonly sealEnds: Date | undefined
  readonly registry: Registry
  readonly signal: AbortSignal
  readonly log: { warn(fields: object, message: string): void }
  readonly pauses?: Pauses
}): Promise<void> {
  const { siteUrl, sealEnds, registry, signal, log, pauses = PAUSES } = options
  const ends = new Gauge({
    name: 'ecmr_certificate_end_timestamp_seconds',
    help: 'Until when a certificate is valid: that of SITE_URL as this process sees it, and that which seals documents',
    labelNames: ['certificate'],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'ecmr_certificate_look_failures_total',
    help: 'How often the certificate of SITE_URL could not be read although something answered there',
    registers: [registry],
  })
  const show = (certificate: 'site' | 'document seal', end: Date | undefined): void =>
    end ? ends.set({ certificate }, end.getTime() / 1_000) : ends.remove({ certificate })
  if (sealEnds) show('document seal', sealEnds)
  if (!siteUrl.startsWith('https:')) return
  await runHourly(async () => show('site', await certificateEnd(siteUrl, { mustBeTrusted: false })), {
    signal,
    pauses,
    onFault(error) {
      failures.inc()
      show('site', undefined)
      log.warn({ err: error }, 'the certificate of SITE_URL cannot be read')
    },
  })
}
