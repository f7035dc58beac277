import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '#sandbox/upstream/faults.ts'

export type Answer = { status: number; type: string; body: string }

const DRIP_MS = 200

/** Sends the answer the way the fault spoils it. Resolves when nothing more will be sent. */
export async function misbehave(
  fault: Fault,
  answer: Answer,
  response: ServerResponse,
  stop: AbortSignal,
): Promise<void> {
  switch (fault.kind) {
    case 'silence':
      if (fault.ms === null) return
      await pause(fault.ms, stop)
      response.destroy()
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'drip':
      return drip(answer, response, { everyMs: fault.ms ?? DRIP_MS, stop })
    case 'truncate':
      sendHalf(answer, response, () => response.socket?.destroy())
      return
    case 'half-open':
      sendHalf(answer, response, () => undefined)
      return
    default:
      sendAnswer(spoiled(fault, answer), response)
  }
}

export function sendAnswer(answer: Answer, response: ServerResponse): void {
  if (response.destroyed) return
  response.writeHead(answer.status, head(answer))
  response.end(answer.body)
}

export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => undefined)
}

export function htmlAnswer(status: number, title: string): Answer {
  const body = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`

  return { status, type: 'text/html;charset=utf-8', body }
}

function spoiled(fault: Fault, answer: Answer): Answer {
  switch (fault.kind) {
    case 'status':
      return {
        status: fault.status ?? 500,
        type: 'application/json',
        body: '{"timestamp":0,"error":"Internal Server Error"}',
      }
    case 'html':
      return htmlAnswer(fault.status ?? 200, 'Bad Gateway')
    case 'code':
      return {
        ...answer,
        status: fault.status ?? answer.status,
        body: JSON.stringify({ code: fault.code ?? '-3', message: fault.message ?? 'operation failed', data: null }),
      }
    case 'garbage':
      return { ...answer, body: '\u0000\u0001{"code":"0","data":{]]>\ufffd<<' }
    case 'wrong-type':
      return { ...answer, body: JSON.stringify(withWrongTypes(answer.body)) }
    default:
      return answer
  }
}

/** Keeps a true `code`, so that only a reader who checks the payload notices. */
function withWrongTypes(body: string): unknown {
  const parsed: unknown = JSON.parse(body)
  if (typeof parsed !== 'object' || parsed === null || !('code' in parsed)) return { code: { value: '0' }, data: 7 }

  return { code: parsed.code, message: 0, data: 'data' in parsed ? swapTypes(parsed.data) : [] }
}

function swapTypes(value: unknown): unknown {
  if (Array.isArray(value)) return { list: value.length }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, swapTypes(inner)]))
  }
  if (typeof value === 'string') return [value.length]

  return typeof value === 'number' ? { value } : 'null'
}

function sendHalf(answer: Answer, response: ServerResponse, then: () => void): void {
  const bytes = Buffer.from(answer.body)
  response.writeHead(answer.status, head(answer))
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), then)
}

async function drip(
  answer: Answer,
  response: ServerResponse,
  throttle: { everyMs: number; stop: AbortSignal },
): Promise<void> {
  response.writeHead(answer.status, head(answer))
  for (const byte of Buffer.from(answer.body)) {
    if (response.destroyed || throttle.stop.aborted) return
    response.write(Buffer.of(byte))
    await pause(throttle.everyMs, throttle.stop)
  }
  response.end()
}

function head(answer: Answer): Record<string, string | number> {
  return { 'content-type': answer.type, 'content-length': Buffer.byteLength(answer.body) }
}
