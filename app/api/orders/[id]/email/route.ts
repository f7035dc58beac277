import { serve } from '#lib/core/http/route.ts'
import { correctEmail } from '#lib/orders/commands/correct-email.ts'
import { correctOrderEmailCall } from '#lib/orders/schema.ts'

export const PATCH = serve(correctOrderEmailCall, ({ caller, params, body }) =>
  correctEmail(caller, params.id, body.email),
)
