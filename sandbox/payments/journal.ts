import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { Change } from './rows.ts'

/** One line per commit: whole or not there at all, even after the process was killed in the middle of a write. */
export type Journal = { append(changes: Change[]): void; rewrite(changes: Change[]): void; close(): void }

const nowhere: Journal = { append: () => {}, rewrite: () => {}, close: () => {} }

export function openJournal(directory: string | null, replay: (changes: Change[]) => void): Journal {
  if (directory === null) return nowhere

  mkdirSync(directory, { recursive: true })
  const file = path.join(directory, 'test-payments.jsonl')
  for (const line of readLines(file)) replay(JSON.parse(line) as Change[])
  let handle = openSync(file, 'a')

  return {
    append: (changes) => write(handle, changes),
    rewrite: (changes) => {
      // Beside the old file until it is safe on disk: a crash leaves one of the two complete.
      const next = openSync(`${file}.next`, 'w')
      if (changes.length > 0) write(next, changes)
      renameSync(`${file}.next`, file)
      closeSync(handle)
      handle = next
    },
    close: () => closeSync(handle),
  }
}

function readLines(file: string): string[] {
  try {
    // The text after the last line end is a write that was cut off: its caller never had an answer.
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function write(handle: number, changes: Change[]): void {
  writeSync(handle, `${JSON.stringify(changes)}\n`)
  fsyncSync(handle)
}
