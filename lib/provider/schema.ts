import { z } from 'zod'
import type { BodyOf } from '#lib/core/rules/contract.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { CAPABILITY_KEYS } from '#lib/provider/rules/capabilities.ts'

const step = z.object({
  step: z.string(),
  problem: z.string().nullable(),
  code: z.int().nullable(),
  count: z.number().nullable(),
  latencyMs: z.number(),
})

export const testConnectionCall = defineCall('POST /api/admin/connection/test', {
  summary: 'Asks our eSIM provider for session, products, plans and stock. It buys nothing.',
  caller: 'staff',
  permission: 'connection.test',
  reply: z.object({ steps: z.array(step) }),
})

export const setCapabilityCall = defineCall('POST /api/admin/settings/capabilities', {
  summary: 'Says what the provider can do. Plans that need what is off leave the shop.',
  caller: 'staff',
  permission: 'settings.change',
  body: z.strictObject({
    key: z.enum(CAPABILITY_KEYS),
    value: z.string().max(20),
    seen: z.string().max(20),
    reason: z.string().trim().min(3).max(500),
  }),
})

/** What somebody found out that the account can do. */
export type CapabilityChange = BodyOf<typeof setCapabilityCall>
