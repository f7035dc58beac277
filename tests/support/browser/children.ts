import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

export type Child = { pid: number; command: string }

/** Returns the processes that a process started and that still run, with their command lines. */
export function childrenOf(parent: number): Child[] {
  const everybody = fs.existsSync('/proc/self/stat') ? fromProc() : fromPs()

  return everybody.filter((child) => child.parent === parent).map(({ pid, command }) => ({ pid, command }))
}

type Process = Child & { parent: number }

function fromProc(): Process[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name before the last bracket may hold blanks and brackets itself.
        const [, parent] = fs
          .readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        const command = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()

        return command === '' ? [] : [{ pid: Number(name), parent: Number(parent), command }]
      } catch {
        // It ended while the list was read.
        return []
      }
    })
}

function fromPs(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')

  return lines.flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []

    return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : []
  })
}
