import { cookies } from 'next/headers'
import { currentCustomer, guestCookie } from '#lib/auth/customer-session.ts'
import { returnOrderStart, takeGuesses, takeOrderStart } from '#lib/auth/limits.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { listCancellationOptions } from '#lib/cancellations/commands/cancellation-options.ts'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { listCancellationOptionsCall, requestCancellationCall } from '#lib/cancellations/schema.ts'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { placeOrderCall } from '#lib/checkout/schema.ts'
import { answering, senderNetwork, serve, toReply } from '#lib/core/http/route.ts'
import { isLocale } from '#lib/core/i18n/config.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { readVisitOrigin } from '#lib/core/rules/field-schemas.ts'
import { readPreference } from '#lib/core/rules/own-cookie.ts'
import { setReminders } from '#lib/esims/commands/reminders.ts'
import { setRemindersCall } from '#lib/esims/schema.ts'
import { issueInvoice } from '#lib/finance/commands/issue-invoice.ts'
import { issueInvoiceCall } from '#lib/finance/schema.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { addBrowser, dropBrowser, readPushKey } from '#lib/orders/commands/browsers.ts'
import { correctEmail } from '#lib/orders/commands/buyer-mails.ts'
import { dropGift, setGift } from '#lib/orders/commands/gifts.ts'
import { getOrderProgress } from '#lib/orders/queries/order-page.ts'
import {
  addBrowserCall,
  changeGiftCall,
  correctOrderEmailCall,
  dropBrowserCall,
  dropGiftCall,
  getOrderStatusCall,
  getPushKeyCall,
} from '#lib/orders/schema.ts'
import { readPaymentForm, readPaymentNow } from '#lib/payments/commands/read-payment-now.ts'
import { readPaymentFormCall, readPaymentNowCall } from '#lib/payments/schema.ts'
import { acceptOfferedRefund } from '#lib/refunds/commands/accept-offered-refund.ts'
import { acceptRefundOfferCall } from '#lib/refunds/schema.ts'
import { hasLanguage } from '#lib/settings/queries/texts.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(correctOrderEmailCall, ({ caller, params, body }) => correctEmail(caller, params.id, body.email)),
  serve(issueInvoiceCall, ({ caller, params, body }) => issueInvoice(caller, params.id, body)),
  serve(acceptRefundOfferCall, ({ caller, body }) => acceptOfferedRefund(caller, body.itemId)),
  serve(setRemindersCall, ({ caller, params, body }) => setReminders(caller, params.id, body.muted)),
  serve(changeGiftCall, ({ caller, params, body }) => setGift(caller, params.id, body)),
  serve(dropGiftCall, ({ caller, params }) => dropGift(caller, params.id)),
  serve(getPushKeyCall, async ({ caller, params }) => ({ key: await readPushKey(caller, params.id) })),
  serve(addBrowserCall, ({ caller, params, body }) => addBrowser(caller, params.id, body)),
  serve(dropBrowserCall, ({ caller, params, body }) => dropBrowser(caller, params.id, body.endpoint)),
  serve(listCancellationOptionsCall, async ({ caller, params }) => {
    const options = await listCancellationOptions(caller, params.id)

    return {
      esims: options.map(({ esim, answer, facts }) => ({ esimId: esim.id, ...answer, facts })),
    }
  }),
  serve(requestCancellationCall, async ({ caller, params, body, once }) => {
    if ('esimIds' in body) return requestCancellation(caller, { orderId: params.id, ...body, once })
    await requestItemCancellation(caller, { orderId: params.id, itemId: body.itemId })

    return { esimIds: [] }
  }),
  serve(getOrderStatusCall, async ({ caller, params }) => {
    const status = await getOrderProgress(caller, params.id)
    if (!status) throw new AppError('not_found', 'There is no such order for this browser.')

    return status
  }),
  serve(readPaymentNowCall, async ({ caller, params, request }) => {
    const { paidBy } = await readPaymentNow(caller, params.id)
    if (paidBy !== null) {
      const provenEmail = (await currentCustomer())?.email ?? null
      await returnOrderStart({ id: params.id, email: paidBy, network: senderNetwork(request), provenEmail })
    }
  }),
  serve(readPaymentFormCall, ({ caller, params }) => readPaymentForm(caller, params.id)),
  serve(placeOrderCall, async ({ caller, body, once, request }) => {
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
    const locale = isLocale(shown) && (await hasLanguage(shown)) ? shown : await privateLocale()
    const origin = readVisitOrigin(request.headers.get('visit-origin'))
    const started = await startOrder(caller, { ...body, items, once, locale, timeZone, origin }).catch(
      async (error) => {
        // Only a code that nobody has made was a wrong guess; of those beside it nothing was told.
        await guesses?.wereRight(isUnknownCode(error) ? codes - 1 : codes)
        throw error
      },
    )
    await guesses?.wereRight(codes)
    const reply = toReply(placeOrderCall.reply.parse(started))
    reply.headers.append('set-cookie', guestCookie(started.guestToken))

    return reply
  }),
])

function isUnknownCode(error: unknown): boolean {
  return error instanceof AppError && error.code === 'voucher_refused' && error.details?.reason === 'unknown'
}
