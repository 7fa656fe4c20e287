import { closed, deliveryStatuses, list, oneOf, webhookEvents, webhookView } from '@ecmr/contract'
import { webhooksAtAGlance } from '@ecmr/webhooks/overview'
import { Type } from '@sinclair/typebox'
import { shapeOf, shapesOf } from './shape-of.js'
import type { Tool } from './tool.js'

const input = closed({
  activo: Type.Optional(
    Type.Boolean({ description: 'true: solo los activos; false: solo los desactivados; sin él, todos' }),
  ),
})

const lastDelivery = closed({
  id: Type.String(),
  event: shapeOf(oneOf(webhookEvents, 'What it tells')),
  status: oneOf(
    deliveryStatuses,
    'pending: por entregar; delivered: entregado; exhausted: fallaron todos los intentos; cancelled: anulado',
  ),
  attempts: Type.Integer({ description: 'Intentos hechos' }),
  error: Type.Union([Type.String(), Type.Null()], { description: 'Por qué falló el último intento' }),
  created_at: Type.String({ description: 'Cuándo ocurrió el hecho (RFC 3339, UTC)' }),
})

const webhook = closed({
  ...shapesOf(
    Type.Omit(webhookView, ['url', 'previous_secret_until', 'include_document_url', 'metadata']).properties,
  ),
  url: Type.String({
    description: 'Adónde se avisa: solo el origen, y /… si hay más, porque puede ser secreto',
  }),
  last_delivery: Type.Union([lastDelivery, Type.Null()], { description: 'La última entrega' }),
})

const output = closed({ data: list(webhook, { description: 'Del más reciente al más antiguo' }) })

const FOR_OWNERS =
  'Los webhooks solo los ven los propietarios de la empresa, y la persona que autorizó esta conexión es miembro. ' +
  'Pida a un propietario que los consulte en el panel o que conecte su propio asistente.'

export const listWebhooks: Tool<typeof input, typeof output> = {
  name: 'listar_webhooks',
  title: 'Listar los webhooks',
  description:
    'Devuelve los webhooks de la empresa (direcciones a las que se avisa de lo que pasa con las cartas de porte), si funcionan, cómo ' +
    'fue la última entrega y por qué falló. Úsela para saber por qué un sistema no recibe eventos. Nunca incluye los secretos con que se firman. ' +
    'Solo para propietarios de la empresa: si quien autorizó la conexión es miembro, se deniega, como en el panel.',
  input,
  output,
  async call({ activo }, { assistant, pool }) {
    if (assistant.user.role !== 'owner') return { ok: false, sentence: FOR_OWNERS }
    const webhooks = await webhooksAtAGlance(pool, assistant.company.id)
    const wanted =
      activo === undefined ? webhooks : webhooks.filter(({ status }) => (status === 'active') === activo)
    return { ok: true, data: { data: wanted } }
  },
}
