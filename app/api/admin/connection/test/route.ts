import { serve } from '#lib/core/http/route.ts'
import { testConnection } from '#lib/provider/commands/test-connection.ts'
import { testConnectionCall } from '#lib/provider/schema.ts'

export const POST = serve(testConnectionCall, async ({ caller }) => ({ steps: await testConnection(caller) }))
