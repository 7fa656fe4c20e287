import { appendFileSync } from 'node:fs'
import { type Metric, Registry } from 'prom-client'

// Loaded before a service (`node --import`): notes every metric that it registers, with the labels, which `/metrics` shows only
// once something was counted.

const file = process.env.METRICS_RECORD
const { registerMetric } = Registry.prototype

Registry.prototype.registerMetric = function record<T extends string>(this: Registry, metric: Metric<T>) {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(described(metric))}\n`)
  registerMetric.call(this, metric)
}

function described(metric: Metric<string>) {
  const field = (name: string): unknown => Reflect.get(metric, name)
  return {
    name: field('name'),
    type: metric.constructor.name.toLowerCase(),
    labels: field('labelNames'),
    help: field('help'),
  }
}
