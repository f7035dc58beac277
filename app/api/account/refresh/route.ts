import { serve } from '#lib/core/http/route.ts'
import { refreshOwnCards } from '#lib/customers/commands/refresh-own-cards.ts'
import { refreshMyEsimsCall } from '#lib/customers/schema.ts'

export const POST = serve(refreshMyEsimsCall, ({ caller }) => refreshOwnCards(caller))
