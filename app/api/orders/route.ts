import { cookies } from 'next/headers'
import { currentCustomer, guestCookie } from '#lib/auth/customer-session.ts'
import { takeGuesses, takeOrderStart } from '#lib/auth/limits.ts'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { placeOrderCall } from '#lib/checkout/schema.ts'
import { senderNetwork } from '#lib/core/http/rate-limit.ts'
import { serve, toReply } from '#lib/core/http/route.ts'
import { isLocale } from '#lib/core/i18n/config.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { readPreference } from '#lib/core/rules/own-cookie.ts'

export const POST = serve(placeOrderCall, async ({ caller, body, once, request }) => {
  const network = senderNetwork(request)
  const customer = await currentCustomer()
  await takeOrderStart({ email: body.email, network, provenEmail: customer?.email ?? null })
  // An order that names codes tries them, as the form for codes does.
  const codes = body.voucher?.codes.length ?? 0
  const guesses = codes > 0 ? await takeGuesses('voucher', { network }, codes) : null
  // As the pages before the checkout have noted it.
  const timeZone = readPreference(await cookies(), 'tz') ?? ''
  const items = body.items.map(({ quoteId, travellers = [] }) => ({ quoteId, travellers }))
  // What a till said counts, not what another tab has chosen since.
  const shown = request.headers.get('content-language') ?? ''
  const locale = isLocale(shown) ? shown : await privateLocale()
  const started = await startOrder(caller, { ...body, items, once, locale, timeZone })
  await guesses?.wereRight(codes)
  const reply = toReply(placeOrderCall.reply.parse(started))
  reply.headers.append('set-cookie', guestCookie(started.guestToken))

  return reply
})
