/** The event names of the published interface, exact. */
export const webhookEvents = ['ecmr.created', 'ecmr.signed', 'ecmr.delivered', 'ecmr.incidencia'] as const

/** The events that a webhook can subscribe to. */
export type WebhookEvent = (typeof webhookEvents)[number]
