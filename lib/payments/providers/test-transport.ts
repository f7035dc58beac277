import { Agent, type Dispatcher, request } from 'undici'
import { z } from 'zod'
import { PaymentError } from '#lib/payments/providers/errors.ts'

/** One call to the test payment server. `path` starts with a slash; `key` makes a POST repeat-safe. */
export type TestCall = { method: 'GET' | 'POST'; path: string; key?: string; body?: Record<string, unknown> }

/** Sends a call once and returns the parsed answer, `null` for 404. Rejects with `PaymentError`. */
export type TestSend = <Wire>(call: TestCall, schema: z.ZodType<Wire>) => Promise<Wire | null>

const MAX_ANSWER_BYTES = 8 * 1_024 * 1_024
const refusalWire = z.object({ error: z.object({ code: z.string(), message: z.string().max(500) }) })

/** Returns a sender that neither repeats a call nor follows a redirect, so that one call is one act at most. */
export function createTestSend({
  baseUrl,
  key,
  timeoutMs,
}: {
  baseUrl: string
  key: string
  timeoutMs: number
}): TestSend {
  const dispatcher = new Agent({
    connectTimeout: 5_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_ANSWER_BYTES,
  })

  return async (call, schema) => {
    const { status, text } = await exchange(call, { baseUrl, key, dispatcher, timeoutMs })
    if (status === 404) return null
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) throw toRefusal(text)
    if (status < 200 || status >= 300) throw new PaymentError('server', `The payment server answered ${status}.`)
    const parsed = schema.safeParse(parseJson(text))
    if (!parsed.success) throw new PaymentError('server', 'The payment server gave an answer that cannot be read.')

    return parsed.data
  }
}

type Line = { baseUrl: string; key: string; dispatcher: Dispatcher; timeoutMs: number }

async function exchange({ method, path, key, body }: TestCall, line: Line): Promise<{ status: number; text: string }> {
  try {
    const response = await request(new URL(path, line.baseUrl), {
      method,
      dispatcher: line.dispatcher,
      // One limit for the whole exchange: a server that sends a byte now and then must not hold a worker.
      signal: AbortSignal.timeout(line.timeoutMs),
      headers: {
        authorization: `Bearer ${line.key}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

    return { status: response.statusCode, text: await response.body.text() }
  } catch (cause) {
    throw new PaymentError('network', 'The payment server gave no answer.', { cause })
  }
}

function toRefusal(text: string): PaymentError {
  const refusal = refusalWire.safeParse(parseJson(text)).data?.error

  return refusal
    ? new PaymentError('content', refusal.message, { code: refusal.code })
    : new PaymentError('content', 'The payment server refused the call.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
