import { type Dashboard, orNone, quantiles, rate, shared } from '../grafana/dashboard.js'

/** Is everything recorded, shown and proven? The event log, and what follows it. */
export const logAndProjections: Dashboard = {
  id: 'ecmr-log-and-projections',
  title: 'eCMR: log and projections',
  rows: [
    {
      title: 'Event log',
      panels: [
        {
          title: 'Appends',
          about: 'conflict: another append to the same note was first, and the command is decided anew.',
          unit: 'cps',
          queries: { '{{outcome}}': rate('ecmr_appends_total', ['outcome']) },
        },
        { title: 'An append takes', unit: 's', queries: quantiles('ecmr_append_duration_seconds') },
        {
          title: 'Reading fails',
          unit: 'cps',
          queries: { tries: orNone(rate('ecmr_event_log_read_failures_total')) },
        },
        {
          title: 'Blocked or different',
          about:
            '1: some process cannot read the log, or the log does not hold what was read from it before.',
          unit: 'short',
          queries: {
            blocked: shared('ecmr_event_log_blocked'),
            '{{__name__}}':
              'max by (__name__) ({__name__=~"ecmr_(projection|relay|evidence)_diverged|ecmr_webhooks_diverged"})',
          },
        },
      ],
    },
    {
      title: 'Read models',
      panels: [
        {
          title: 'Behind the log',
          unit: 's',
          queries: { '{{projection}}': shared('ecmr_projection_lag_seconds', ['projection']) },
        },
        {
          title: 'Events applied',
          unit: 'cps',
          queries: { '{{projection}}': rate('ecmr_projection_events_total', ['projection']) },
        },
        {
          title: 'A batch takes, 99 %',
          unit: 's',
          queries: {
            '{{projection}}':
              'histogram_quantile(0.99, sum by (le, projection) (rate(ecmr_projection_batch_duration_seconds_bucket[$__rate_interval])))',
          },
        },
      ],
    },
    {
      title: 'Read models that need a look',
      panels: [
        {
          title: 'Parked notes',
          about: 'Their rows are not up to date: ecmr projections parked.',
          unit: 'short',
          queries: { '{{projection}}': shared('ecmr_projection_parked_streams', ['projection']) },
        },
        {
          title: 'Events still to pass',
          about: 'Not with EventStoreDB.',
          unit: 'short',
          queries: {
            '{{projection}}':
              'scalar(max(ecmr_event_log_events)) - max by (projection) (ecmr_projection_passed_events)',
          },
        },
        {
          title: 'Rebuilt now',
          unit: 'short',
          queries: { '{{projection}}': shared('ecmr_projection_rebuilding', ['projection']) },
        },
        {
          title: 'Begun again at the checkpoint',
          unit: 'cps',
          queries: { '{{projection}}': orNone(rate('ecmr_projection_failures_total', ['projection'])) },
        },
      ],
    },
    {
      title: 'Relay to the broker',
      panels: [
        { title: 'Behind the log', unit: 's', queries: { seconds: shared('ecmr_relay_lag_seconds') } },
        {
          title: 'Events published',
          unit: 'cps',
          queries: { events: rate('ecmr_relay_published_events_total') },
        },
        {
          title: 'Processes that relay',
          about: 'Exactly one.',
          unit: 'short',
          queries: { processes: 'sum(ecmr_relay_leader)' },
        },
      ],
    },
    {
      title: 'Evidence and outboxes',
      panels: [
        {
          title: 'Events sealed, and in a checkpoint',
          unit: 'short',
          queries: {
            sealed: shared('ecmr_evidence_sealed_events'),
            'in a checkpoint': shared('ecmr_evidence_checkpoint_events'),
          },
        },
        {
          title: 'Evidence that is not made',
          unit: 'short',
          queries: { '{{subject}}': orNone(shared('ecmr_evidence_failing', ['subject'])) },
        },
        {
          title: 'Oldest entry that waits for the log',
          unit: 's',
          queries: {
            'account changes': shared('ecmr_audit_oldest_waiting_seconds'),
            'reads of documents': shared('ecmr_document_oldest_waiting_seconds'),
          },
        },
        {
          title: 'Set aside for good',
          about: 'Account changes that the log cannot take: ecmr audit pending.',
          unit: 'short',
          queries: { changes: shared('ecmr_audit_changes_set_aside') },
        },
      ],
    },
    {
      title: 'Tables',
      panels: [
        {
          title: 'Largest tables with indexes',
          unit: 'bytes',
          queries: { '{{table}}': `topk(12, ${shared('ecmr_table_bytes', ['table'])})` },
        },
        {
          title: 'Growth a day',
          about: 'By the last six hours.',
          unit: 'bytes',
          queries: { '{{table}}': `topk(12, max by (table) (deriv(ecmr_table_bytes[6h]))) * 86400` },
        },
        {
          title: 'Rows, estimated',
          unit: 'short',
          queries: { '{{table}}': `topk(12, ${shared('ecmr_table_rows', ['table'])})` },
        },
      ],
    },
  ],
}
