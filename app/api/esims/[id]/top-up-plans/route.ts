import { z } from 'zod'
import { topUpPlansReply } from '#app/api/esims/top-up-reply.ts'
import { read } from '#lib/core/http/route.ts'
import { topUpOptions } from '#lib/esims/commands/top-up/top-up-options.ts'

/** GET /api/esims/[id]/top-up-plans: what runs and waits on this eSIM, and which plans it takes, asked now. */
export const GET = read(
  { caller: 'any', limit: 'topUps', params: z.object({ id: z.string().max(64) }), reply: topUpPlansReply },
  ({ caller, params }) => topUpOptions(caller, params.id),
)
