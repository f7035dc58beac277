import fs from 'node:fs'

/** Prints the figures of a run at full size, and appends them to the file that PUBLISH names. */
export function publish(name: string, metrics: Record<string, unknown>): void {
  const line = JSON.stringify({ name, at: new Date().toISOString(), ...metrics })
  process.stdout.write(`${line}\n`)
  if (process.env.PUBLISH) fs.appendFileSync(process.env.PUBLISH, `${line}\n`)
}
