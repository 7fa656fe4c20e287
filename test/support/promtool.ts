import { install, isInstalled } from './debian-package.js'

const PROGRAM = 'promtool'
const PACKAGE = 'prometheus'

/** Why Prometheus' promtool is not on this machine, or false: for the `skip` option of a test. */
export const withoutPromtool: string | false =
  !isInstalled(PROGRAM) && `${PROGRAM} is not installed (Debian: apt-get install ${PACKAGE}) and could not be`

export function bringPromtool(): void {
  if (!isInstalled(PROGRAM)) install(PROGRAM, [PACKAGE])
}
