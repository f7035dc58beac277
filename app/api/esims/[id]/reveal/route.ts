import { serve } from '#lib/core/http/route.ts'
import { revealCard } from '#lib/esims/commands/reveal-card.ts'
import { revealEsimCall } from '#lib/esims/schema/esims.ts'

export const POST = serve(revealEsimCall, ({ caller, params, body }) => revealCard(caller, params.id, body))
