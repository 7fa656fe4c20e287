import { createHash } from 'node:crypto'
import type { Notification } from '@ecmr/contract'
import { type EcmrEvent, parseStatus, toEcmrEvent } from '@ecmr/domain'
import { shortenToFit } from './fit-payload.js'
import { ecmrIdOf, type NotableEvent, versionAfter } from './notable-event.js'

/**
 * What a webhook is sent about an event; `undefined` when the event is of no interest to webhooks.
 *
 * Images of signatures are left out, their SHA-256 stands in their place.
 */
export function notificationOf(recorded: NotableEvent): Notification | undefined {
  const event = toEcmrEvent(recorded)
  const { ecmr_number, status: statusText } = recorded.metadata
  const status = parseStatus(statusText ?? '')
  if (event === undefined || ecmr_number === undefined || status === undefined) return undefined
  const about = { id: ecmrIdOf(recorded), ecmr_number, status, version: versionAfter(recorded) }
  const envelope = { id: recorded.id, timestamp: recorded.metadata.recorded_at }
  switch (event.type) {
    case 'EcmrCreated':
      return { ...envelope, type: 'ecmr.created', data: { ...event.data.fields, ...about } }
    case 'EcmrSigned':
      return { ...envelope, type: 'ecmr.signed', data: { ...withoutImage(event.data), ...about } }
    case 'DeliveryConfirmed':
      return { ...envelope, type: 'ecmr.delivered', data: { ...event.data, ...about } }
    case 'IncidentReported':
      return { ...envelope, type: 'ecmr.incidencia', data: { ...event.data, ...about } }
    default:
      return undefined
  }
}

/** The bytes that are sent, on every attempt and to every endpoint the same; less than 20,000 of them. */
export function payloadOf(notification: Notification): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(shortenToFit(notification)))
}

type Signed = Extract<EcmrEvent, { type: 'EcmrSigned' }>['data']

function withoutImage({ signature_image, ...signature }: Signed) {
  if (signature_image === undefined) return signature
  return { ...signature, signature_image_sha256: imageHash(signature_image) }
}

/** SHA-256, hex, of the image itself rather than of its data URL, so that it can be compared with a file. */
function imageHash(dataUrl: string): string {
  const image = dataUrl.slice(dataUrl.indexOf(',') + 1)
  return createHash('sha256').update(image, 'base64').digest('hex')
}
