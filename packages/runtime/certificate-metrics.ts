import { Gauge, type Registry } from 'prom-client'
import { certificateEnd } from './certificate-end.js'
import { runHourly } from './run-hourly.js'

/**
 * Shows until when the certificates of an installation are valid, looking at the site's once an hour until the signal aborts. One
 * that cannot be seen from this process, or that there is none of, is not shown.
 *
 * @param options.sealEnds of the certificate that seals documents
 */
export async function watchCertificates(options: {
  readonly siteUrl: string
  readonly sealEnds: Date | undefined
  readonly registry: Registry
  readonly signal: AbortSignal
  readonly log: { warn(fields: object, message: string): void }
}): Promise<void> {
  const { siteUrl, sealEnds, registry, signal, log } = options
  const ends = new Gauge({
    name: 'ecmr_certificate_end_timestamp_seconds',
    help: 'Until when a certificate is valid: that of SITE_URL as this process sees it, and that which seals documents',
    labelNames: ['certificate'],
    registers: [registry],
  })
  const show = (certificate: 'site' | 'document seal', end: Date | undefined): void =>
    end ? ends.set({ certificate }, end.getTime() / 1_000) : ends.remove({ certificate })
  if (sealEnds) show('document seal', sealEnds)
  if (!siteUrl.startsWith('https:')) return
  await runHourly(async () => show('site', await certificateEnd(siteUrl, { mustBeTrusted: false })), {
    signal,
    onFault(error) {
      show('site', undefined)
      log.warn({ err: error }, 'the certificate of SITE_URL cannot be read')
    },
  })
}
