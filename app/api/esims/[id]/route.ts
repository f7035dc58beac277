import { serve } from '#lib/core/http/route.ts'
import { nameCard } from '#lib/esims/commands/shares/name-card.ts'
import { nameEsimCall } from '#lib/esims/schema/shares.ts'

export const PATCH = serve(nameEsimCall, ({ caller, params, body }) => nameCard(caller, params.id, body.name))
