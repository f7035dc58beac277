import { currentTrace } from '#lib/core/trace.ts'

/** Writes one item about the front itself to standard output, in the form of the store's other log lines. */
export function report(event: string, details: { error?: unknown; [name: string]: unknown } = {}): void {
  const { error, ...rest } = details
  const reason = error instanceof Error ? { error: error.name, message: error.message.slice(0, 200) } : {}
  const level = error === undefined ? 30 : 40
  const line = { level, time: new Date().toISOString(), ...currentTrace(), ...rest, ...reason, msg: event }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
