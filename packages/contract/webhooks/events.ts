/** The event names of the published interface, exact. */
export const webhookEvents = ['ecmr.created', 'ecmr.signed', 'ecmr.delivered', 'ecmr.incidencia'] as const

/** What a webhook can be told of. */
export type WebhookEvent = (typeof webhookEvents)[number]
