import { serve } from '#lib/core/http/route.ts'
import { openedCard } from '#lib/esims/commands/opened-card.ts'
import { getActivationCall } from '#lib/esims/schema/esims.ts'

export const GET = serve(getActivationCall, ({ caller, params }) => openedCard(caller, params.id))
