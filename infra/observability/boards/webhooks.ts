import { type Dashboard, orNone, quantiles, rate, shared } from '../grafana/dashboard.js'

/** Do integrators hear of everything in time? From the recorded event to the answer of the receiver. */
export const webhooks: Dashboard = {
  id: 'ecmr-webhooks',
  title: 'eCMR: webhooks',
  rows: [
    {
      title: 'In time?',
      panels: [
        {
          title: 'Oldest delivery that is due',
          unit: 's',
          queries: { seconds: shared('ecmr_webhook_oldest_due_seconds') },
        },
        {
          title: 'Oldest event without its deliveries',
          unit: 's',
          queries: { seconds: shared('ecmr_webhook_oldest_unplanned_seconds') },
        },
        {
          title: 'From recorded to planned',
          unit: 's',
          queries: quantiles('ecmr_notifier_event_age_seconds'),
        },
      ],
    },
    {
      title: 'Deliveries',
      panels: [
        {
          title: 'Attempts',
          about: 'exhausted: failed, and the last one of its schedule.',
          unit: 'cps',
          queries: { '{{outcome}}': rate('ecmr_webhook_attempts_total', ['outcome']) },
        },
        {
          title: 'Why attempts fail',
          unit: 'cps',
          queries: { '{{fault}}': orNone(rate('ecmr_webhook_attempts_total{fault!="none"}', ['fault'])) },
        },
        {
          title: 'An attempt takes',
          about: 'Mostly the time of the receivers.',
          unit: 's',
          queries: quantiles('ecmr_webhook_attempt_seconds', { by: ['outcome'] }),
        },
      ],
    },
    {
      title: 'Queue',
      panels: [
        {
          title: 'Due, and unplanned events',
          about: 'Counted up to 10,000.',
          unit: 'short',
          queries: {
            due: shared('ecmr_webhook_deliveries_due'),
            unplanned: shared('ecmr_webhook_events_unplanned'),
          },
        },
        {
          title: 'Attempts under way',
          unit: 'short',
          queries: { '{{instance}}': 'max by (instance) (ecmr_webhook_attempts_under_way)' },
        },
        {
          title: 'Processes that plan',
          about: 'Exactly one.',
          unit: 'short',
          queries: { processes: 'sum(ecmr_notifier_leader)' },
        },
      ],
    },
    {
      title: 'Endpoints',
      panels: [
        {
          title: 'Paused',
          about: 'Their circuit is open after failures; they are tried again by themselves.',
          unit: 'short',
          queries: { endpoints: shared('ecmr_webhook_endpoints_paused') },
        },
        {
          title: 'Disabled',
          unit: 'short',
          queries: { '{{reason}}': orNone(shared('ecmr_webhook_endpoints_disabled', ['reason'])) },
        },
        {
          title: 'Events of the log that the broker holds',
          unit: 'cps',
          queries: { published: rate('ecmr_relay_published_events_total') },
        },
      ],
    },
  ],
}
