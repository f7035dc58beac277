import { serve } from '#lib/core/http/route.ts'
import { requestFindLink } from '#lib/orders/commands/find-link.ts'
import { requestFindLinkCall } from '#lib/orders/schema.ts'

export const POST = serve(requestFindLinkCall, ({ body }) => requestFindLink(body))
