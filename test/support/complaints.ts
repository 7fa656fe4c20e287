/** What a machine that is busy with other work makes a sound service say of its database. */
const SLOW = /takes longer than|connection timeout|statement timeout|Query read timeout/

/** The warnings and errors that a process has logged, but for those that only say that an answer took its time. */
export function complaintsIn(output: string): readonly string[] {
  return output.split('\n').filter((line) => /"level":(40|50|60)/.test(line) && !SLOW.test(line))
}
