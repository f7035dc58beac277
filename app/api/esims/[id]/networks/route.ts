import { z } from 'zod'
import { read } from '#lib/core/http/route.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { cardNetworks } from '#lib/esims/commands/cards/card-networks.ts'

/** GET /api/esims/[id]/networks?locale=: which networks this eSIM may use, by country, as the network's record says. */
export const GET = read(
  {
    caller: 'any',
    limit: 'topUps',
    params: z.object({ id: z.string().max(64) }),
    reply: z.object({
      countries: z
        .array(
          z.object({
            country: z.string(),
            networks: z.array(
              z.object({ operator: z.string(), generation: z.enum(['2G', '3G', '4G', '5G']).nullable() }),
            ),
          }),
        )
        .nullable(),
    }),
  },
  async ({ caller, params, request }) => {
    const locale = toLocale(new URL(request.url).searchParams.get('locale') ?? '')

    return { countries: await cardNetworks(caller, { cardId: params.id, locale }) }
  },
)
