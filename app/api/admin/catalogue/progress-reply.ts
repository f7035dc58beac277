import { z } from 'zod'

/** The progress of a pass on the wire: what the page draws, nothing else. */
export const toProgressReply = z.object({
  isRunning: z.boolean(),
  run: z
    .object({
      id: z.string(),
      trigger: z.string(),
      state: z.enum(['running', 'finished', 'failed']),
      total: z.int(),
      done: z.int(),
      failed: z.int(),
      calls: z.int(),
      error: z.string().nullable(),
      startedAt: z.date(),
      finishedAt: z.date().nullable(),
      heartbeatAt: z.date(),
    })
    .nullable(),
})
