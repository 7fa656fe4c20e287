import { execFileSync } from 'node:child_process'

/** Whether this system allows such a user to create namespaces and mount in them. */
export function allowsNamespaces({ uid, gid }: { readonly uid: number; readonly gid: number }): boolean {
  const user = uid === 0 ? [] : ['--user', '--map-root-user']
  try {
    const args = [...user, '--net', '--ipc', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']
    execFileSync('unshare', args, { uid, gid, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
