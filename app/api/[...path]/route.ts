import { setUpOwner } from '#lib/auth/commands/manage-staff.ts'
import { currentCustomer, shareCookie } from '#lib/auth/customer-session.ts'
import { takeGuesses } from '#lib/auth/limits.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { getOwnerLinkState } from '#lib/auth/queries/admin-staff.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import { setUpOwnerCall } from '#lib/auth/schema.ts'
import { confirmWithdrawal, startWithdrawal } from '#lib/cancellations/commands/withdraw.ts'
import { confirmWithdrawalCall, startWithdrawalCall } from '#lib/cancellations/schema.ts'
import { makeQuote, quoteCart } from '#lib/checkout/commands/make-quote.ts'
import { recordSalesNote } from '#lib/checkout/commands/sales-pause.ts'
import { quoteCartCall, quotePlanCall, requestSalesNoticeCall } from '#lib/checkout/schema.ts'
import { answering, assertWithinLimit, senderNetwork, serve, toReply } from '#lib/core/http/route.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { reachStoreCall } from '#lib/core/schema.ts'
import { takeMessage } from '#lib/customers/commands/messages.ts'
import { sendMessageCall } from '#lib/customers/schema.ts'
import { checkNumber } from '#lib/esims/commands/check-number.ts'
import { makeInHandQuote } from '#lib/esims/commands/make-top-up-quote.ts'
import { openShare, swapShare, takeShareBack } from '#lib/esims/commands/shares.ts'
import {
  changeShareCall,
  checkPhysicalSimCall,
  endShareCall,
  openShareCall,
  quotePhysicalSimTopUpCall,
} from '#lib/esims/schema.ts'
import { countVisit } from '#lib/finance/commands/count-visit.ts'
import { countVisitCall } from '#lib/finance/schema.ts'
import { requestFindLink } from '#lib/orders/commands/find-link.ts'
import { requestFindLinkCall } from '#lib/orders/schema.ts'
import { showVouchers } from '#lib/pricing/commands/promotions/use-codes.ts'
import { checkVouchersCall } from '#lib/pricing/schema.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(reachStoreCall, async () => ({})),
  serve(quoteCartCall, async ({ body }) => ({ cart: await quoteCart(body) })),
  serve(requestFindLinkCall, ({ body }) => requestFindLink(body)),
  serve(sendMessageCall, async ({ caller, body, request }) => {
    await assertWithinLimit('messagesOfDay', request)
    const customer = await currentCustomer()

    return takeMessage(caller, body, { provenEmail: customer?.email ?? null })
  }),
  serve(quotePlanCall, async ({ body }) => ({ quote: await makeQuote(body) })),
  serve(requestSalesNoticeCall, async ({ body }) => {
    const customer = await currentCustomer()

    return recordSalesNote(body, { provenEmail: customer?.email ?? null })
  }),
  serve(setUpOwnerCall, async ({ body }) => {
    const { token, name, email, password } = body
    const state = await getOwnerLinkState(token)
    if (state !== 'open') throw new AppError('gone', `The owner link is ${state}.`, { reason: state })
    const problem = passwordProblem(password, { email, name })
    if (problem) throw new AppError('bad_input', 'The password is refused.', { fields: ['password'], reason: problem })
    await setUpOwner(token, { name, email, passwordHash: await hashPassword(password) })
  }),
  serve(changeShareCall, ({ caller, params, body }) => swapShare(caller, params.id, body.name)),
  serve(endShareCall, ({ caller, params }) => takeShareBack(caller, params.id)),
  serve(openShareCall, async ({ body }) => {
    const reply = toReply({})
    reply.headers.append('set-cookie', await shareCookie(await openShare(body)))

    return reply
  }),
  serve(quotePhysicalSimTopUpCall, async ({ params, body }) => ({
    quote: await makeInHandQuote({ ...body, esimId: params.id }),
  })),
  serve(checkPhysicalSimCall, ({ body }) => checkNumber({ number: body.number, locale: toLocale(body.locale) })),
  serve(checkVouchersCall, async ({ body, request }) => {
    const guesses = await takeGuesses('voucher', { network: senderNetwork(request) }, body.codes.length)
    const view = await showVouchers(body)
    const wrong = view.codes.filter(({ problem }) => problem === 'unknown').length
    // A page asks again whenever its offers change: codes that exist cost nothing.
    await guesses.wereRight(body.codes.length - wrong)

    return view
  }),
  serve(countVisitCall, async ({ body, request }) => {
    // Nobody reads the answer: one that was too much is not counted, and that is all.
    const isWithin = await assertWithinLimit('visits', request).then(
      () => true,
      () => false,
    )
    if (isWithin) await countVisit(body)

    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  }),
  serve(confirmWithdrawalCall, async ({ params }) => ({
    receivedAt: (await confirmWithdrawal(params.id)).receivedAt.toISOString(),
  })),
  serve(startWithdrawalCall, ({ body }) => startWithdrawal(body)),
])
