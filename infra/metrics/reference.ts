import type { RegisteredMetric } from './registered.js'

/** Where the table of metrics stands in `docs/metrics.md`. */
const TABLE = /(?<=<!-- metrics -->\n)[\s\S]*(?=<!-- \/metrics -->)/

/** A document with its table of metrics brought up to date. */
export function withMetrics(document: string, metrics: readonly RegisteredMetric[]): string {
  const ours = metrics.filter(({ name }) => name.startsWith('ecmr_'))
  const rows = ours.map(({ name, type, labels, help }) => {
    const named = labels.map((label) => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${type} | ${named} | ${help.replaceAll('|', '\\|')} |`
  })
  return document.replace(
    TABLE,
    () => `| name | type | labels | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`,
  )
}
