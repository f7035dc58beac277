import { z } from 'zod'
import { read } from '#lib/core/http/route.ts'
import { openedCard } from '#lib/esims/commands/opened-card.ts'
import { openedReply } from '../../opened-reply.ts'

/** GET /api/esims/[id]/activation: the code of a card that was opened before. A sealed card is not found here. */
export const GET = read(
  {
    caller: 'any',
    limit: 'reveal',
    params: z.object({ id: z.string().max(64) }),
    reply: openedReply,
  },
  ({ caller, params }) => openedCard(caller, params.id),
)
