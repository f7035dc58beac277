import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '#sandbox/upstream/folder-lock.ts'
import type { Account, Card, Order, Session } from '#sandbox/upstream/ledger.ts'
import type { PlanPatch, SkuPatch } from '#sandbox/upstream/offer.ts'

export type Sequence = { order: number; card: number; entry: number }

/** One fact, complete in itself: the last line about a subject is the truth about it. */
export type JournalLine =
  | { kind: 'order'; value: Order }
  | { kind: 'card'; value: Card }
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
