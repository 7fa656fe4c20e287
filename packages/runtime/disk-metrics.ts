import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Gauge, type Registry } from 'prom-client'

/** Shows how full the disk of the data directory is; of one that does not exist yet, the disk where it would be created. */
export function diskMetrics(registry: Registry, dataDir: string): void {
  const registers = [registry]
  const size = new Gauge({
    name: 'ecmr_disk_size_bytes',
    help: 'Size of the file system that holds DATA_DIR',
    registers,
  })
  new Gauge({
    name: 'ecmr_disk_free_bytes',
    help: 'What is free of it for this process',
    registers,
    async collect() {
      const found = await fileSystemOf(dataDir)
      if (!found) return this.reset()
      this.set(found.bavail * found.bsize)
      size.set(found.blocks * found.bsize)
    },
  })
}

async function fileSystemOf(path: string): Promise<StatsFs | undefined> {
  try {
    return await statfs(path)
  } catch {
    return dirname(path) === path ? undefined : fileSystemOf(dirname(path))
  }
}
