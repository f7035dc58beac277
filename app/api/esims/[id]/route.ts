import { z } from 'zod'
import { travellerBody } from '#app/api/shares/bodies.ts'
import { mutation } from '#lib/core/http/route.ts'
import { nameCard } from '#lib/esims/commands/shares/name-card.ts'

/** PATCH /api/esims/[id]: says who an eSIM is for. */
export const PATCH = mutation(
  {
    caller: 'any',
    limit: 'shares',
    params: z.object({ id: z.string().max(64) }),
    body: travellerBody,
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await nameCard(caller, params.id, body.name)

    return {}
  },
)
