import { serve } from '#lib/core/http/route.ts'
import { publishLegalText } from '#lib/settings/commands/publish-legal.ts'
import { publishLegalTextCall } from '#lib/settings/schema.ts'

export const POST = serve(publishLegalTextCall, async ({ caller, body }) => ({
  version: await publishLegalText(caller, body),
}))
