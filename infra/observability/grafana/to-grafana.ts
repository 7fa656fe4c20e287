import type { Dashboard, Panel } from './dashboard.js'

/** By which the provisioned Prometheus is known: see provisioning/datasources. */
const DATASOURCE = { type: 'prometheus', uid: 'prometheus' } as const

const WIDTH = 24
const HEIGHT = 8
const HEADING = 1

/** A dashboard in the form in which Grafana (11 and later) reads it from a file. */
export function toGrafana({ id, title, rows }: Dashboard) {
  let y = 0
  let number = 0
  const panels = rows.flatMap((row) => {
    const heading = {
      ...{ id: ++number, type: 'row', title: row.title, collapsed: false, panels: [] },
      gridPos: { h: HEADING, w: WIDTH, x: 0, y },
    }
    const w = Math.floor(WIDTH / row.panels.length)
    const below = row.panels.map((panel, index) => ({
      id: ++number,
      gridPos: { h: HEIGHT, w, x: index * w, y: y + HEADING },
      ...grafanaPanel(panel),
    }))
    y += HEADING + HEIGHT
    return [heading, ...below]
  })
  return {
    ...{ uid: id, title, tags: ['ecmr'], schemaVersion: 39, version: 1, editable: false },
    ...{ refresh: '30s', time: { from: 'now-3h', to: 'now' }, timezone: 'browser' },
    links: [{ type: 'dashboards', title: 'eCMR', tags: ['ecmr'], asDropdown: false }],
    templating: { list: [INSTANCES] },
    annotations: { list: [ALERTS] },
    panels,
  }
}

function grafanaPanel({ title, about, unit, queries, kind = 'chart' }: Panel) {
  const lines = { custom: { fillOpacity: 10, lineWidth: 1, showPoints: 'never', spanNulls: 60_000 } }
  return {
    ...{ type: kind === 'chart' ? 'timeseries' : 'stat', title, datasource: DATASOURCE },
    ...(about !== undefined && { description: about }),
    fieldConfig: { defaults: { unit, min: 0, ...(kind === 'chart' && lines) }, overrides: [] },
    options:
      kind === 'chart'
        ? { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } }
        : { colorMode: 'none', graphMode: 'area', reduceOptions: { calcs: ['lastNotNull'] } },
    targets: Object.entries(queries).map(([legend, expr], index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      ...{ datasource: DATASOURCE, expr, legendFormat: legend },
    })),
  }
}

/** Which processes to look at: all of them unless some are chosen. */
const INSTANCES = {
  ...{ name: 'instance', label: 'Process', type: 'query', datasource: DATASOURCE },
  query: { query: 'label_values(up{job="ecmr"}, instance)', refId: 'instances' },
  ...{ refresh: 2, sort: 1, multi: true, includeAll: true, allValue: '.*' },
  current: { text: 'All', value: '$__all' },
}

/** Alerts as marks over every chart. */
const ALERTS = {
  ...{ name: 'Alerts', enable: true, iconColor: 'red', datasource: DATASOURCE },
  ...{ expr: 'ALERTS{alertstate="firing"}', titleFormat: '{{alertname}}', step: '60s' },
}
