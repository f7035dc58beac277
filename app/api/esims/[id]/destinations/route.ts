import { z } from 'zod'
import { destinationsReply } from '#app/api/esims/top-up-reply.ts'
import { read } from '#lib/core/http/route.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { topUpDestinations } from '#lib/esims/commands/top-up/top-up-destinations.ts'

/** GET /api/esims/[id]/destinations?locale=: where this eSIM can go again, with the plans for it. */
export const GET = read(
  { caller: 'any', limit: 'topUps', params: z.object({ id: z.string().max(64) }), reply: destinationsReply },
  async ({ caller, params, request }) => {
    const locale = toLocale(new URL(request.url).searchParams.get('locale') ?? '')

    return { destinations: await topUpDestinations(caller, { cardId: params.id, locale }) }
  },
)
