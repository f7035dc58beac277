import { z } from 'zod'
import { destinationsReply } from '#app/api/esims/top-up-reply.ts'
import { read } from '#lib/http/route.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { topUpDestinations } from '#lib/services/top-up/top-up-destinations.ts'

/** GET /api/esims/[id]/destinations: where this eSIM can go again, with the plans for it. */
export const GET = read(
  { caller: 'any', limit: 'topUps', params: z.object({ id: z.string().max(64) }), reply: destinationsReply },
  async ({ caller, params }) => ({
    destinations: await topUpDestinations(caller, { cardId: params.id, locale: await privateLocale() }),
  }),
)
