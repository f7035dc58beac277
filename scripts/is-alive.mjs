import fs from 'node:fs'

/** Whether a process of this id runs; one that was killed and not yet reaped does not. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }

  return !/^Z/.test(stateAndTimes(pid)[0] ?? 'R')
}

/** When a process was started, in ticks, so that a reused process id is told apart; '' where unknown. */
export function startedAt(pid) {
  return stateAndTimes(pid)[19] ?? ''
}

/** The fields after the name, which may contain blanks and brackets itself. */
function stateAndTimes(pid) {
  try {
    return fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}
