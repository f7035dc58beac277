import 'server-only'
import pino from 'pino'
import { env } from '#lib/core/env.ts'
import { currentTrace } from '#lib/core/trace.ts'

/** What a log line may carry. A field that is not listed here cannot be logged: the list is the protection. */
export type LogFields = {
  requestId?: string
  jobId?: string
  route?: string
  status?: number
  durationMs?: number
  orderId?: string
  itemId?: string
  paymentId?: string
  runId?: string
  endpoint?: string
  class?: string
  code?: string | number
  kind?: string
  count?: number
  error?: unknown
}

const writer = pino({ level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime })

// Messages of these are our own sentences. Any other message may carry a value, a row or an address.
const SPEAKING = ['AppError', 'ProviderError', 'PaymentError', 'MailError']

function lineOf({ error, ...given }: LogFields) {
  const fields = { ...currentTrace(), ...given }
  if (error === undefined) return fields
  if (!(error instanceof Error)) return { ...fields, error: 'not an error' }

  return { ...fields, error: error.name, ...codeOf(error), ...messageOf(error), stack: framesOf(error) }
}

function codeOf(error: Error): { errorCode?: string } {
  const { code } = error as { code?: unknown }

  return typeof code === 'string' ? { errorCode: code } : {}
}

function messageOf(error: Error): { message?: string } {
  return SPEAKING.includes(error.name) ? { message: oneItem(error.message) } : {}
}

// Only the items that name a place in the code: a message may itself hold line breaks.
function framesOf(error: Error): string[] {
  const lines = error.stack?.split('\n').map((line) => line.trim()) ?? []

  return lines.filter((line) => /^at \S.*:\d+:\d+\)?$/.test(line)).slice(0, 6)
}

function oneItem(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  return message.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 200)
}

const TELL_AGAIN_MS = 600_000
const told = new Map<string, number>()

/** Whether a failure is news: the same one, from the same place, is told again after ten minutes. */
function isNews(event: string, error: unknown): boolean {
  const now = performance.now()
  for (const [key, at] of told) if (now - at >= TELL_AGAIN_MS) told.delete(key)
  const key = [event, ...(error instanceof Error ? [error.name, ...framesOf(error)] : [])].join('\n')
  if (told.has(key)) return false
  told.set(key, now)

  return true
}

/** Writes one JSON line to standard output. Bodies, headers, addresses and codes have no field to go into. */
export const log = {
  info: (event: string, fields: LogFields = {}) => writer.info(lineOf(fields), event),
  warn: (event: string, fields: LogFields = {}) => writer.warn(lineOf(fields), event),
  error: (event: string, fields: LogFields = {}) => writer.error(lineOf(fields), event),
  /** For what is tried again all the time: a failure that goes on writes a line now and then. */
  errorAgain: (event: string, fields: LogFields) => isNews(event, fields.error) && log.error(event, fields),
}
