import { serve } from '#lib/core/http/route.ts'
import { refreshUsage } from '#lib/esims/commands/usage.ts'
import { refreshUsageCall } from '#lib/esims/schema.ts'

export const POST = serve(refreshUsageCall, ({ caller, params }) => refreshUsage(caller, params.id))
