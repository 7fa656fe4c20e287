import { boards } from './boards/index.js'
import type { Dashboard } from './grafana/dashboard.js'
import { toGrafana } from './grafana/to-grafana.js'

export { boards }

/** The file of each dashboard, by its name, as it is in `dashboards/`. */
export function dashboardFiles(): ReadonlyMap<string, string> {
  return new Map(
    boards.map((board) => [`${board.id}.json`, `${JSON.stringify(toGrafana(board), null, 2)}\n`]),
  )
}

/** The queries of a dashboard, by where they stand in it. */
export function queriesOf({ title, rows }: Dashboard): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap((row) =>
      row.panels.flatMap((panel) =>
        Object.entries(panel.queries).map(
          ([legend, query]) => [`${title} / ${row.title} / ${panel.title} / ${legend}`, query] as const,
        ),
      ),
    ),
  )
}
