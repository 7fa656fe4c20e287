import { inBoth } from '../../texts/texts.js'

/** What is said after a form. */
export const webhookFlashes = inBoth(
  {
    webhook_saved: 'Los cambios del webhook están guardados.',
    webhook_enabled: 'El webhook está activado.',
    webhook_disabled: 'El webhook está desactivado.',
    webhook_deleted: 'El webhook está eliminado.',
    webhook_test_arrived: 'La prueba ha llegado.',
    webhook_delivery_due: 'La entrega se envía otra vez ahora.',
    webhook_replay_asked: 'El reenvío está pedido.',
    webhook_replay_cancelled: 'El reenvío está cancelado.',
  },
  {
    webhook_saved: 'The changes to the webhook are saved.',
    webhook_enabled: 'The webhook is enabled.',
    webhook_disabled: 'The webhook is disabled.',
    webhook_deleted: 'The webhook is deleted.',
    webhook_test_arrived: 'The test has arrived.',
    webhook_delivery_due: 'The delivery is sent again now.',
    webhook_replay_asked: 'The replay is asked for.',
    webhook_replay_cancelled: 'The replay is cancelled.',
  },
)
