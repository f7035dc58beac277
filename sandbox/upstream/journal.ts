import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account, Esim, Order, Session } from '#sandbox/upstream/ledger.ts'
import type { PlanPatch, SkuPatch } from '#sandbox/upstream/offer.ts'

export type Sequence = { order: number; esim: number; entry: number }

/** One fact, complete in itself: the last line about a subject is the truth about it. */
export type JournalLine =
  | { kind: 'order'; value: Order }
  | { kind: 'card'; value: Esim }
  | { kind: 'stock'; priceId: number; left: number }
  | { kind: 'plan'; priceId: number; value: PlanPatch }
  | { kind: 'sku'; skuId: number; value: SkuPatch }
  | { kind: 'account'; value: Account }
  | { kind: 'session'; value: Session | null }
  | { kind: 'sequence'; value: Sequence }
  | { kind: 'clock'; offsetMs: number }
  | { kind: 'reset' }

export type Journal = {
  append: (line: JournalLine) => void
  /** Resolves once every line appended so far is on the disk. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

export const memoryJournal: Journal = {
  append: () => undefined,
  flush: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

type OpenedJournal = { lines: JournalLine[]; start: (compacted: JournalLine[]) => Promise<Journal> }

/** Locks the folder and reads what it holds; `start` replaces the file by the compacted lines and goes on from there. */
export function openJournal(folder: string): OpenedJournal {
  mkdirSync(folder, { recursive: true })
  const lock = lockFolder(folder)
  const file = join(folder, 'journal.ndjson')

  return {
    lines: readLines(file),
    start: async (compacted) => {
      const fresh = await open(`${file}.new`, 'w')
      await fresh.appendFile(toText(compacted))
      await fresh.datasync()
      await fresh.close()
      renameSync(`${file}.new`, file)
      await syncFolder(folder)

      return fileJournal(await open(file, 'a'), lock.release)
    },
  }
}

function fileJournal(handle: FileHandle, release: () => void): Journal {
  let pending: string[] = []
  let tail: Promise<void> = Promise.resolve()
  let scheduled: Promise<void> | null = null

  const write = async () => {
    const lines = pending
    pending = []
    scheduled = null
    try {
      await handle.appendFile(lines.join(''))
      await handle.datasync()
    } catch (error) {
      // A full disk can heal: the lines wait for the next round, after a discrepancy that ends a half-written one.
      pending = ['\n', ...lines, ...pending]
      throw error
    }
  }
  const flush = () => {
    if (pending.length === 0) return tail
    // One disk round serves every order that arrived while the previous round was running.
    scheduled ??= tail.then(write)
    tail = scheduled.catch(() => undefined)

    return scheduled
  }

  return {
    append: (line) => {
      pending.push(`${JSON.stringify(line)}\n`)
    },
    flush,
    close: async () => {
      await flush()
      await handle.close()
      release()
    },
  }
}

function readLines(file: string): JournalLine[] {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }

  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as JournalLine]
    } catch {
      // The last line of a killed process can be torn; nothing was answered for it.
      return []
    }
  })
}

function toText(lines: JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

const heldHere = new Set<string>()

/** Takes the folder for this process, or throws with one clear line when another live process has it. */
function lockFolder(folder: string): { release: () => void } {
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
