import { serve } from '#lib/core/http/route.ts'
import { checkCards } from '#lib/esims/commands/cards/check-cards.ts'
import { checkIccidsCall } from '#lib/esims/schema/esims.ts'

export const POST = serve(checkIccidsCall, ({ caller, body }) => checkCards(caller, body.numbers))
