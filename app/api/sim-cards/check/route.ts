import { serve } from '#lib/core/http/route.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { checkNumber } from '#lib/esims/commands/check-number.ts'
import { checkPhysicalSimCall } from '#lib/esims/schema.ts'

export const POST = serve(checkPhysicalSimCall, ({ body }) =>
  checkNumber({ number: body.number, locale: toLocale(body.locale) }),
)
