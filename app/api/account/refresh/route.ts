import { serve } from '#lib/core/http/route.ts'
import { refreshOwnEsims } from '#lib/customers/commands/own-account.ts'
import { refreshMyEsimsCall } from '#lib/customers/schema.ts'

export const POST = serve(refreshMyEsimsCall, ({ caller }) => refreshOwnEsims(caller))
