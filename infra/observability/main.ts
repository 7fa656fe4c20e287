import { writeFile } from 'node:fs/promises'
import { dashboardFiles } from './index.js'

for (const [name, text] of dashboardFiles()) await writeFile(`infra/observability/dashboards/${name}`, text)
