import { type Dashboard, orNone, quantiles, rate, shared } from '../grafana/dashboard.js'

const NOTES = 'method="POST", route="/api/ecmrs"'

/** Is the service well? Traffic, errors, latency and saturation, in the order in which one asks. */
export const overview: Dashboard = {
  id: 'ecmr-overview',
  title: 'eCMR: overview',
  rows: [
    {
      title: 'Now',
      panels: [
        {
          title: 'Alerts',
          unit: 'short',
          kind: 'figures',
          queries: { firing: orNone('count(ALERTS{alertstate="firing"})') },
        },
        {
          title: 'Processes',
          unit: 'short',
          kind: 'figures',
          queries: { up: 'sum(up{job="ecmr"})', away: 'count(up{job="ecmr"} == 0) or vector(0)' },
        },
        {
          title: 'Requests with a fault',
          unit: 'percentunit',
          kind: 'figures',
          queries: { 'of all, 5 minutes': 'ecmr:faults:rate5m / ecmr:requests:rate5m' },
        },
        {
          title: 'Read models behind',
          unit: 's',
          kind: 'figures',
          queries: { seconds: shared('ecmr_projection_lag_seconds') },
        },
        {
          title: 'Webhooks late',
          unit: 's',
          kind: 'figures',
          queries: { seconds: shared('ecmr_webhook_oldest_due_seconds') },
        },
        {
          title: 'Certificates',
          unit: 's',
          kind: 'figures',
          queries: {
            '{{certificate}}': 'min by (certificate) (ecmr_certificate_end_timestamp_seconds) - time()',
          },
        },
      ],
    },
    {
      title: 'Traffic',
      panels: [
        {
          title: 'Requests',
          unit: 'reqps',
          queries: {
            REST: rate('ecmr_http_requests_total'),
            panel: rate('ecmr_panel_requests_total'),
            MCP: rate('ecmr_mcp_requests_total'),
            documents: rate('ecmr_documents_requests_total'),
          },
        },
        {
          title: 'Notes and events',
          unit: 'cps',
          queries: {
            'requests for a new note': rate(`ecmr_http_request_duration_seconds_count{${NOTES}}`),
            'events recorded': rate('ecmr_appended_events_total'),
          },
        },
        {
          title: 'Busiest routes of the REST interface',
          unit: 'reqps',
          queries: {
            '{{method}} {{route}}': `topk(8, ${rate('ecmr_http_request_duration_seconds_count', ['method', 'route'])})`,
          },
        },
      ],
    },
    {
      title: 'Errors',
      panels: [
        {
          title: 'Faults of the service by route',
          about: 'Answers 5xx. The log has each with its request id.',
          unit: 'reqps',
          queries: {
            '{{method}} {{route}}': orNone(
              `topk(8, ${rate('{__name__=~"ecmr_(http|panel|mcp|documents)_request_faults_total"}', ['method', 'route'])})`,
            ),
          },
        },
        {
          title: 'REST requests that were refused',
          about: '401: keys; 409: the note is in another state; 422: data; 429: limits.',
          unit: 'reqps',
          queries: { '{{status}}': orNone(rate('ecmr_http_requests_total{status=~"4.."}', ['status'])) },
        },
        {
          title: 'Logins refused',
          about: 'Many “wrong” from nowhere are someone who guesses; they are slowed down by themselves.',
          unit: 'cps',
          queries: { '{{step}}: {{reason}}': rate('ecmr_logins_refused_total', ['step', 'reason']) },
        },
      ],
    },
    {
      title: 'Latency',
      panels: [
        {
          title: 'Creating a note',
          unit: 's',
          queries: quantiles('ecmr_http_request_duration_seconds', { matching: NOTES }),
        },
        {
          title: 'A page of the list',
          unit: 's',
          queries: quantiles('ecmr_http_request_duration_seconds', {
            matching: 'method="GET", route="/api/ecmrs"',
          }),
        },
        { title: 'Pages of the panel', unit: 's', queries: quantiles('ecmr_panel_request_duration_seconds') },
        {
          title: 'Calls of assistants',
          unit: 's',
          queries: quantiles('ecmr_mcp_request_duration_seconds', { matching: 'route="/mcp"' }),
        },
      ],
    },
    {
      title: 'Saturation',
      panels: [
        {
          title: 'Processor of each process',
          about: 'JavaScript runs on one core: 1 is the end.',
          unit: 'short',
          queries: {
            '{{instance}}':
              'sum by (instance) (rate(process_cpu_seconds_total{instance=~"$instance"}[$__rate_interval]))',
          },
        },
        {
          title: 'Event loop delay, 99 %',
          unit: 's',
          queries: {
            '{{instance}}': 'max by (instance) (nodejs_eventloop_lag_p99_seconds{instance=~"$instance"})',
          },
        },
        {
          title: 'Memory',
          unit: 'bytes',
          queries: {
            '{{instance}}': 'max by (instance) (process_resident_memory_bytes{instance=~"$instance"})',
          },
        },
      ],
    },
    {
      title: 'What it stands on',
      panels: [
        {
          title: 'Connections to PostgreSQL',
          unit: 'short',
          queries: {
            '{{pool}} {{state}}': 'sum by (pool, state) (ecmr_database_connections{instance=~"$instance"})',
          },
        },
        {
          title: 'Callers that wait for a connection',
          unit: 'short',
          queries: { '{{pool}}': 'sum by (pool) (ecmr_database_waiting{instance=~"$instance"})' },
        },
        {
          title: 'Free disk',
          unit: 'percentunit',
          queries: {
            '{{instance}}':
              'min by (instance) (ecmr_disk_free_bytes{instance=~"$instance"} / ecmr_disk_size_bytes)',
          },
        },
        {
          title: 'Clock ahead of PostgreSQL’s',
          unit: 's',
          queries: {
            '{{instance}}': 'max by (instance) (abs(ecmr_clock_difference_seconds{instance=~"$instance"}))',
          },
        },
      ],
    },
  ],
}
