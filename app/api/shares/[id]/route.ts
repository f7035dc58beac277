import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { swapShare, takeShareBack } from '#lib/esims/commands/shares/share-card.ts'
import { madeShareReply, travellerBody } from '../bodies.ts'

const paramsSchema = z.object({ id: z.string().max(64) })

/** PATCH /api/shares/[id]: gives the eSIM to somebody else while it is sealed. The old link is dead. */
export const PATCH = mutation(
  { caller: 'any', limit: 'shares', params: paramsSchema, body: travellerBody, reply: madeShareReply },
  ({ caller, params, body }) => swapShare(caller, params.id, body.name),
)

/** DELETE /api/shares/[id]: takes the eSIM back. */
export const DELETE = mutation(
  { caller: 'any', limit: 'shares', params: paramsSchema, body: z.strictObject({}), reply: z.object({}) },
  async ({ caller, params }) => {
    await takeShareBack(caller, params.id)

    return {}
  },
)
