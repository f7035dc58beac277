import type { z } from 'zod'
import { type Envelope, readEnvelope } from '#lib/provider/envelope.ts'
import { commonKind, UpstreamError } from '#lib/provider/errors.ts'
import { parseJson } from '#lib/provider/json.ts'
import { cleanText } from '#lib/provider/redact.ts'
import type { UpstreamErrorKind } from '#lib/provider/rules/upstream-failure.ts'
import type { HttpAnswer } from '#lib/provider/transport.ts'

/** The parts of an endpoint description that decide what an answer means. */
export type AnswerShape<Wire extends z.ZodType> = {
  name: string
  data: Wire
  successCode?: 0 | 1
  kinds?: Partial<Record<number, UpstreamErrorKind>>
}

/** What an error about an answer may mention, and the values that must not appear in it. */
export type AnswerContext = { epoch: number | null; secrets: readonly string[] }

/**
 * Returns the code and the checked payload of a successful answer; throws `UpstreamError` for every other one.
 *
 * Only the code decides. HTTP 200 proves nothing, and under another status the body is not even read.
 */
export function readAnswer<Wire extends z.ZodType>(
  shape: AnswerShape<Wire>,
  answer: HttpAnswer,
  context: AnswerContext,
): { code: number; data: z.output<Wire> } {
  if (answer.status < 200 || answer.status > 299) throw bad('unexpected status', { httpStatus: answer.status })
  const envelope = toEnvelope(answer.text)
  if (envelope === null) throw bad('not a JSON object', { httpStatus: answer.status })
  const { code } = envelope
  if (code === null) throw bad('no numeric code', { upstreamText: toText(envelope) })
  if (code !== (shape.successCode ?? 0)) {
    const kind = shape.kinds?.[code] ?? commonKind(code)
    throw new UpstreamError({ endpoint: shape.name, kind, code, upstreamText: toText(envelope), epoch: context.epoch })
  }
  const parsed = shape.data.safeParse(envelope.data)
  if (!parsed.success) throw bad('unusable data', { code, upstreamText: toText(envelope) })

  return { code, data: parsed.data }

  function toText({ message }: Envelope): string | null {
    return message === null ? null : cleanText(message, context.secrets) || null
  }

  function bad(problem: string, facts: { httpStatus?: number; code?: number; upstreamText?: string | null }) {
    return new UpstreamError({ endpoint: shape.name, kind: 'bad_response', problem, epoch: context.epoch, ...facts })
  }
}

function toEnvelope(text: string): Envelope | null {
  try {
    return readEnvelope(parseJson(text))
  } catch {
    return null
  }
}
