import { serve } from '#lib/core/http/route.ts'
import { shareCard } from '#lib/esims/commands/shares/share-card.ts'
import { shareEsimCall } from '#lib/esims/schema/shares.ts'

export const POST = serve(shareEsimCall, ({ caller, params, body }) => shareCard(caller, params.id, body.name))
