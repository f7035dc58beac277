import { z } from 'zod'
import { defineCall } from '#lib/core/rules/contract.ts'

/** Who an eSIM is for. An empty name is none. */
const travellerBody = z.strictObject({ name: z.string().trim().max(80).nullable() })

/** A share that was just made, on its way to its buyer. */
const madeShareReply = z.object({ id: z.string(), url: z.string(), pin: z.string() })

export const nameEsimCall = defineCall('PATCH /api/esims/[id]', {
  summary: 'Says who an eSIM is for.',
  caller: 'any',
  holds: 'card',
  limit: 'shares',
  body: travellerBody,
})

export const shareEsimCall = defineCall('POST /api/esims/[id]/shares', {
  summary: 'Gives one eSIM to one person. Link and PIN are in this answer alone.',
  caller: 'any',
  holds: 'card',
  limit: 'shares',
  body: travellerBody,
  reply: madeShareReply,
})

export const changeShareCall = defineCall('PATCH /api/shares/[id]', {
  summary: 'Gives the eSIM to somebody else while it is sealed. The old link is dead.',
  caller: 'any',
  holds: 'share',
  limit: 'shares',
  body: travellerBody,
  reply: madeShareReply,
})

export const endShareCall = defineCall('DELETE /api/shares/[id]', {
  summary: 'Takes the eSIM back.',
  caller: 'any',
  holds: 'share',
  limit: 'shares',
})

export const openShareCall = defineCall('POST /api/shares/open', {
  summary: 'Swaps a link and its PIN for a cookie that opens this one eSIM.',
  caller: 'any',
  limit: 'pins',
  body: z.strictObject({ token: z.string().regex(/^[\w-]{20,100}$/), pin: z.string().regex(/^\d{6}$/) }),
})
