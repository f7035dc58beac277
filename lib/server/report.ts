import { currentTrace } from '#lib/core/trace.ts'

/** Writes one item about the front itself to standard output, in the form of the store's other log lines. */
export function report(event: string, details: { error?: unknown; [name: string]: unknown } = {}): void {
  const { error, ...rest } = details
  const reason = error instanceof Error ? toFields(error) : {}
  const level = error === undefined ? 30 : 40
  const line = { level, time: new Date().toISOString(), ...currentTrace(), ...rest, ...reason, msg: event }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const LEVELS = { debug: 20, log: 30, info: 30, warn: 40, error: 50 } as const
const MAX_EMAILS = 300

/**
 * Makes what libraries print one JSON line per event, as the store's own lines are: what collects logs reads by line.
 *
 * Of an error its name and the places in the code are kept. Its message and any object may carry a row or an address.
 */
export function printInLines(write: (line: string) => void = (line) => void process.stdout.write(line)): void {
  const print = (level: number, parts: unknown[]) => write(`${JSON.stringify(toItem(level, parts))}\n`)
  for (const [name, level] of Object.entries(LEVELS)) {
    console[name as keyof typeof LEVELS] = (...parts: unknown[]) => print(level, parts)
  }
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => print(LEVELS.warn, [`${name}: ${message}`]))
  process.on('uncaughtException', (error) => {
    print(60, ['the process ends', error])
    process.exit(1)
  })
}

function toItem(level: number, parts: unknown[]): Record<string, unknown> {
  const error = parts.find((part) => part instanceof Error)
  const text = parts.filter((part) => ['string', 'number', 'boolean'].includes(typeof part)).join(' ')

  return { level, time: new Date().toISOString(), ...(error && toFields(error)), msg: oneItem(text) || 'printed' }
}

function toFields(error: Error): Record<string, unknown> {
  const { code, digest } = error as { code?: unknown; digest?: unknown }
  const frames = (error.stack ?? '').split('\n').map((line) => line.trim())

  return {
    error: error.name,
    ...(typeof code === 'string' && { errorCode: code }),
    ...(typeof digest === 'string' && { digest }),
    stack: frames.filter((line) => /^at \S.*:\d+:\d+\)?$/.test(line)).slice(0, 6),
  }
}

function oneItem(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  const printable = text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')

  return printable.trim().slice(0, MAX_EMAILS)
}
