import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type OtherStore, webProcess } from '#tests/support/browser/other-store.ts'

/** Runs a program of the tests in the database of a store that stands still meanwhile. Returns what it printed. */
export async function arrangeIn<Arranged>(other: OtherStore, program: string): Promise<Arranged> {
  const web = webProcess(other)
  process.kill(web, 'SIGSTOP')
  try {
    const args = ['tests/support/browser/join-store.mjs', `tests/support/browser/${program}`]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: other.env })

    return JSON.parse(stdout)
  } finally {
    process.kill(web, 'SIGCONT')
  }
}
