import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { revealCard } from '#lib/esims/commands/reveal-card.ts'
import { openedReply } from '../../opened-reply.ts'

/** POST /api/esims/[id]/reveal: records both consents, then shows the code. Our own database only. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'reveal',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({ serviceStarts: z.literal(true), withdrawalEnds: z.literal(true) }),
    reply: openedReply,
  },
  ({ caller, params, body }) => revealCard(caller, params.id, body),
)
