import { z } from 'zod'
import { madeShareReply, travellerBody } from '#app/api/shares/bodies.ts'
import { mutation } from '#lib/core/http/route.ts'
import { shareCard } from '#lib/esims/commands/shares/share-card.ts'

/** POST /api/esims/[id]/shares: gives one eSIM to one person. Link and PIN are in this answer alone. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'shares',
    params: z.object({ id: z.string().max(64) }),
    body: travellerBody,
    reply: madeShareReply,
  },
  ({ caller, params, body }) => shareCard(caller, params.id, body.name),
)
