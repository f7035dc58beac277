import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const PIECES = [1 << 20, 1 << 12]
const TOP_UP_MS = 100

/** Why this process cannot mount a volume; `null` when it can. */
export function mountTrouble(): string | null {
  if (process.platform !== 'linux') return 'a small volume is mounted on Linux only'
  if (process.getuid?.() !== 0) return 'mounting a small volume takes root'
  const { status, stderr } = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { encoding: 'utf8' })

  return status === 0 ? null : `mounting is not allowed here: ${stderr.trim()}`
}

/** Mounts a volume in memory. */
export function openVolume(megabytes: number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-volume-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'landfall', folder])
  const ballast = path.join(folder, 'ballast')
  let timer: NodeJS.Timeout | undefined
  const empty = () => {
    clearInterval(timer)
    fs.rmSync(ballast, { force: true })
  }

  return {
    path: folder,
    /** Leaves no block free, and takes whatever becomes free from now on. */
    fill: () => {
      topUp(ballast)
      timer = setInterval(() => topUp(ballast), TOP_UP_MS)
    },
    /** Gives the room back at once. */
    empty,
    close: () => {
      empty()
      execFileSync('umount', ['--lazy', folder])
      fs.rmdirSync(folder)
    },
  }
}

function topUp(file: string): void {
  const handle = fs.openSync(file, 'a')
  try {
    for (const size of PIECES) writeUntilFull(handle, Buffer.alloc(size, 1))
  } finally {
    fs.closeSync(handle)
  }
}

function writeUntilFull(handle: number, piece: Buffer): void {
  try {
    while (fs.writeSync(handle, piece) === piece.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** A volume of its own that a test can fill to the last block. */
export type Volume = ReturnType<typeof openVolume>
