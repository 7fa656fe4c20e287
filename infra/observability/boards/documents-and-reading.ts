import { type Dashboard, orNone, quantiles, rate, shared } from '../grafana/dashboard.js'

/** Can documents be made, fetched and read? PDFs and their storage, papers, and assistants. */
export const documentsAndReading: Dashboard = {
  id: 'ecmr-documents-and-reading',
  title: 'eCMR: documents and reading',
  rows: [
    {
      title: 'Documents are made',
      panels: [
        {
          title: 'Renderings',
          unit: 'cps',
          queries: { '{{outcome}}': rate('ecmr_document_rendering_duration_seconds_count', ['outcome']) },
        },
        {
          title: 'A rendering takes',
          about: 'Waiting for its turn included.',
          unit: 's',
          queries: quantiles('ecmr_document_rendering_duration_seconds'),
        },
        {
          title: 'Next versions after a change',
          unit: 'cps',
          queries: {
            issued: rate('ecmr_documents_renewed_total'),
            'put off': rate('ecmr_documents_renewal_failures_total'),
          },
        },
        {
          title: 'Notes whose document is not up to date',
          unit: 'short',
          queries: { '{{instance}}': 'max by (instance) (ecmr_documents_failing_notes)' },
        },
      ],
    },
    {
      title: 'Documents are fetched',
      panels: [
        {
          title: 'Answers at public addresses',
          unit: 'reqps',
          queries: { '{{status}}': rate('ecmr_documents_requests_total', ['status']) },
        },
        {
          title: 'An answer takes',
          unit: 's',
          queries: quantiles('ecmr_documents_request_duration_seconds'),
        },
        {
          title: 'Reads not in the event log yet',
          unit: 'short',
          queries: { waiting: shared('ecmr_document_reads_waiting') },
        },
        {
          title: 'Reads that nobody could write down',
          unit: 'cps',
          queries: { dropped: orNone(rate('ecmr_documents_reads_dropped_total')) },
        },
      ],
    },
    {
      title: 'Storage and files',
      panels: [
        {
          title: 'Operations',
          unit: 'cps',
          queries: {
            '{{operation}} {{outcome}}': rate('ecmr_storage_operations_total', ['operation', 'outcome']),
          },
        },
        {
          title: 'An operation takes, 99 %',
          unit: 's',
          queries: {
            '{{operation}}':
              'histogram_quantile(0.99, sum by (le, operation) (rate(ecmr_storage_operation_duration_seconds_bucket[$__rate_interval])))',
          },
        },
        {
          title: 'Files of attachments and documents removed',
          unit: 'cps',
          queries: {
            '{{why}}': orNone(rate('ecmr_attachment_removals_total', ['why'])),
            'put off': rate('ecmr_attachment_failures_total'),
          },
        },
        {
          title: 'Erasures of personal data',
          unit: 'cps',
          queries: {
            'carried out': rate('ecmr_erasures_total'),
            'put off': rate('ecmr_erasure_failures_total'),
          },
        },
      ],
    },
    {
      title: 'Papers are read',
      panels: [
        {
          title: 'Readings',
          unit: 'cps',
          queries: { '{{outcome}}': rate('ecmr_document_readings_total', ['outcome']) },
        },
        {
          title: 'A reading takes',
          unit: 's',
          queries: quantiles('ecmr_document_reading_duration_seconds', { by: ['outcome'] }),
        },
      ],
    },
    {
      title: 'Assistants (MCP)',
      panels: [
        {
          title: 'Calls of tools',
          unit: 'cps',
          queries: { '{{tool}}': rate('ecmr_mcp_tool_calls_total', ['tool']) },
        },
        {
          title: 'How they ended',
          unit: 'cps',
          queries: { '{{outcome}}': rate('ecmr_mcp_tool_calls_total', ['outcome']) },
        },
        {
          title: 'A call takes, 99 %',
          unit: 's',
          queries: {
            '{{tool}}':
              'histogram_quantile(0.99, sum by (le, tool) (rate(ecmr_mcp_tool_duration_seconds_bucket[$__rate_interval])))',
          },
        },
      ],
    },
  ],
}
