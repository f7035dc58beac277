import { serve } from '#lib/core/http/route.ts'
import { copyOwnData, eraseOwnData } from '#lib/customers/commands/data-requests.ts'
import { copyMyDataCall, eraseMyDataCall } from '#lib/customers/schema.ts'
import { toSignedOut } from '../signed-out.ts'

export const POST = serve(copyMyDataCall, ({ caller }) => copyOwnData(caller))

export const DELETE = serve(eraseMyDataCall, async ({ caller, body }) => {
  await eraseOwnData(caller, body.email)

  return toSignedOut()
})
