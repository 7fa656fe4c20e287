import type { RecognisedPage } from '../../page/recognised-page.js'
import { textLines } from '../../page/text-lines.js'
import { joinBrokenLabels } from './join-broken-labels.js'
import { markLabels } from './mark-labels.js'
import type { MarkedLine } from './marked-line.js'
import { below, type MarkedPage, toTheRight } from './value-lines.js'

/** The lines of a page with their labels, and whether its values stand below or beside them. */
export function markPage(page: RecognisedPage): MarkedPage {
  const lines = withoutMistaken(joinBrokenLabels(textLines(page).map(markLabels)), page.height)
  const known = { lines, rules: page.rules }
  const bareLabels = lines.flatMap(({ labels }) =>
    labels.filter(
      ({ label, behind }) => behind.length === 0 && label !== undefined && label.means !== 'member',
    ),
  )
  const sides = bareLabels.map((label) => {
    const [beside, under] = [toTheRight(known, label.box), below(known, label)]
    return (under === undefined ? 0 : 1) - (beside === undefined ? 0 : 1)
  })
  return { ...known, valuesBelow: sides.reduce((sum, side) => sum + side, 0) > 0 }
}

/**
 * Without what only looks like a label: something before a colon that does not stand where known labels do (as `Lavadoras:
 * carga frontal`), and the number of another paper (as `Albarán 702166` among the documents).
 */
function withoutMistaken(lines: readonly MarkedLine[], pageHeight: number): readonly MarkedLine[] {
  const edges = lines.flatMap(({ line, labels }) =>
    labels.some(({ label }) => label !== undefined && label.means !== 'member') ? [line.box] : [],
  )
  return lines.map(({ line, labels }) => ({
    line,
    labels: labels.filter(({ label, hasColon }) => {
      if (label === undefined)
        return edges.some((edge) => Math.abs(edge.x - line.box.x) < line.box.height / 2)
      return label.means !== 'number' || hasColon || line.box.y < pageHeight * 0.3
    }),
  }))
}
