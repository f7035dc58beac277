import type { z } from 'zod'
import { AppError } from '#lib/core/rules/app-error.ts'

/** Parses what the caller sent. Only here does a schema's refusal become the caller's fault; `fields` names where. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = [...new Set(result.error.issues.map((issue) => issue.path.join('.') || '(body)'))]
  throw new AppError('bad_input', `Not accepted: ${fields.join(', ')}.`, { fields })
}
