import { serve } from '#lib/core/http/route.ts'
import { setCapability } from '#lib/provider/commands/capabilities.ts'
import { setCapabilityCall } from '#lib/provider/schema.ts'

export const POST = serve(setCapabilityCall, ({ caller, body }) => setCapability(caller, body))
