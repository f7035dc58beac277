import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** Writes a program into a folder that goes with the test, and answers its file. */
export function fileOf(text: string): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-program-'))
  const file = path.join(dir, 'program.mjs')
  fs.writeFileSync(file, text)
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))

  return file
}
