import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import { getPasskeyOptionsCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(getPasskeyOptionsCall, async () => ({ options: { ...(await passkeyToProve(null)) } }))
