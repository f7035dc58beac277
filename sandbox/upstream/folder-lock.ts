import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const heldHere = new Set<string>()

/** Takes the folder for this process, or throws with one clear line when another live process has it. */
export function lockFolder(folder: string): { release: () => void } {
  const file = join(realpathSync(folder), 'sandbox.lock')
  if (heldHere.has(file)) throw new Error(inUse(folder, process.pid))

  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST') || attempt > 2) throw error
    }
    const owner = liveOwner(file)
    if (owner !== null) throw new Error(inUse(folder, owner))
    rmSync(file, { force: true })
  }
  heldHere.add(file)

  return {
    release: () => {
      heldHere.delete(file)
      rmSync(file, { force: true })
    },
  }
}

function inUse(folder: string, pid: number): string {
  return `DATA_DIR ${folder} is in use by another sandbox upstream (process ${pid})`
}

function liveOwner(file: string): number | null {
  const [pidText = '', start = ''] = readOr(file, '').split(' ')
  const pid = Number(pidText)
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return null
  if (startOf(pid) !== start || !isAlive(pid)) return null

  return pid
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)

    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Process numbers are used again, in containers above all: the start time tells two owners of one number apart. */
function startOf(pid: number): string {
  const stat = readOr(`/proc/${pid}/stat`, '')

  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown'
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}
