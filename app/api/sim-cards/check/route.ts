import { serve } from '#lib/core/http/route.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { checkNumber } from '#lib/esims/commands/physical-sims/check-number.ts'
import { checkPhysicalSimCall } from '#lib/esims/schema/top-ups.ts'

export const POST = serve(checkPhysicalSimCall, ({ body }) =>
  checkNumber({ number: body.number, locale: toLocale(body.locale) }),
)
