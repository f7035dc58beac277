/** Writes one line about the front itself to standard output, in the form of the store's other log lines. */
export function report(event: string, details: { error?: unknown; [name: string]: unknown } = {}): void {
  const { error, ...rest } = details
  const reason = error instanceof Error ? { error: error.name, message: error.message.slice(0, 200) } : {}
  const level = error === undefined ? 30 : 40
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), ...rest, ...reason, msg: event })}\n`)
}
