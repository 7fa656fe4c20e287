import { bringPrometheus, withoutPrometheus } from '#harness/prometheus'

/** Why Prometheus with its promtool is not on this machine, or false: for the `skip` option of a test. */
export const withoutPromtool: string | false = withoutPrometheus() ?? false

export const bringPromtool = bringPrometheus
