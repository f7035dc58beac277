import 'server-only'
import pino from 'pino'
import { env } from '#lib/env.ts'

/** What a log line may carry. A field that is not listed here cannot be logged: the list is the protection. */
export type LogFields = {
  requestId?: string
  route?: string
  status?: number
  durationMs?: number
  orderId?: string
  lineId?: string
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

function lineOf({ error, ...fields }: LogFields) {
  if (error === undefined) return fields
  if (!(error instanceof Error)) return { ...fields, error: 'not an error' }

  // Only where our own code stood: messages of foreign errors may carry addresses, values or rows.
  const stack = error.stack
    ?.split('\n')
    .slice(1, 6)
    .map((line) => line.trim())

  return { ...fields, error: error.name, message: oneLine(error.message), stack }
}

function oneLine(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  return message.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 200)
}

/** Writes one JSON line to standard output. Bodies, headers, addresses and codes have no field to go into. */
export const log = {
  info: (event: string, fields: LogFields = {}) => writer.info(lineOf(fields), event),
  warn: (event: string, fields: LogFields = {}) => writer.warn(lineOf(fields), event),
  error: (event: string, fields: LogFields = {}) => writer.error(lineOf(fields), event),
}
