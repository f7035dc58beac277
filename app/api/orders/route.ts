import { cookies } from 'next/headers'
import { z } from 'zod'
import { currentCustomer } from '#lib/auth/account-session.ts'
import { takeGuesses } from '#lib/auth/guess-limit.ts'
import { guestCookie } from '#lib/auth/guest-session.ts'
import { takeOrderStart } from '#lib/auth/order-limit.ts'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'
import { senderNetwork } from '#lib/core/http/rate-limit.ts'
import { toReply } from '#lib/core/http/reply.ts'
import { onceMutation } from '#lib/core/http/route.ts'
import { isLocale } from '#lib/core/i18n/config.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { readPreference } from '#lib/core/rules/own-cookie.ts'
import { MOST_CODES } from '#lib/pricing/rules/voucher.ts'

const orderReply = z.object({ orderId: z.string(), payUrl: z.string() })

/** POST /api/orders: turns quotes into one order, a line for each, and answers where to pay. The same key gives the same order. */
export const POST = onceMutation(
  {
    caller: 'any',
    limit: 'orders',
    params: z.object({}),
    body: z.strictObject({
      lines: z
        .array(
          z.strictObject({
            quoteId: z.string().min(1).max(64),
            travellers: z.array(z.string().trim().max(80)).max(CART_LIMITS.cardsPerLine).exactOptional(),
          }),
        )
        .min(1)
        .max(CART_LIMITS.lines),
      email: z.email().max(254),
      consents: z.strictObject({
        terms: z.literal(true),
        withdrawalInfo: z.literal(true),
        deviceChecked: z.boolean(),
      }),
      method: z.enum(['stripe', 'bank_transfer', 'test']).exactOptional(),
      voucher: z
        .strictObject({
          codes: z.array(z.string().min(1).max(40)).min(1).max(MOST_CODES),
          mark: z.string().min(1).max(64),
        })
        .exactOptional(),
    }),
    reply: orderReply,
  },
  async ({ caller, body, once, request }) => {
    const network = senderNetwork(request)
    const customer = await currentCustomer()
    await takeOrderStart({ email: body.email, network, provenEmail: customer?.email ?? null })
    // An order that names codes tries them, as the form for codes does.
    const codes = body.voucher?.codes.length ?? 0
    const guesses = codes > 0 ? await takeGuesses('voucher', { network }, codes) : null
    // As the pages before the till have noted it.
    const timeZone = readPreference(await cookies(), 'tz') ?? ''
    const lines = body.lines.map(({ quoteId, travellers = [] }) => ({ quoteId, travellers }))
    // What a till said counts, not what another tab has chosen since.
    const shown = request.headers.get('content-language') ?? ''
    const locale = isLocale(shown) ? shown : await privateLocale()
    const started = await startOrder(caller, { ...body, lines, once, locale, timeZone })
    await guesses?.wereRight(codes)
    const reply = toReply(orderReply.parse(started))
    reply.headers.append('set-cookie', guestCookie(started.guestToken))

    return reply
  },
)
