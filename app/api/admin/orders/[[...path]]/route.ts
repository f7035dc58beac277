import { closeCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { closeCancellationCall } from '#lib/cancellations/schema.ts'
import { checkStaffOrders, placeStaffOrders } from '#lib/checkout/commands/staff-orders.ts'
import { checkStaffOrdersCall, placeStaffOrdersCall } from '#lib/checkout/schema.ts'
import { answering, serve } from '#lib/core/http/route.ts'
import { revealForBuyer } from '#lib/esims/commands/reveal-esim.ts'
import { revealEsimAsStaffCall } from '#lib/esims/schema.ts'
import { fileAnswer, resumeSalesByStaff, withdrawAnswer } from '#lib/fulfilment/commands/file-answer.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import {
  cancelItemCall,
  decideReviewCall,
  fileAnswerCall,
  resumeSalesCall,
  withdrawAnswerCall,
} from '#lib/fulfilment/schema.ts'
import { correctEmailForBuyer, resendLink } from '#lib/orders/commands/buyer-mails.ts'
import { giveOrderTo, noteOrder, runBulkAction, tagOrder } from '#lib/orders/commands/label-actions.ts'
import { declineApproval } from '#lib/orders/commands/second-person.ts'
import { setSupportLimit } from '#lib/orders/commands/support-limit.ts'
import {
  addOrderNoteCall,
  assignOrderCall,
  correctOrderEmailAsStaffCall,
  declineApprovalCall,
  resendOrderLinkCall,
  runBulkActionCall,
  setSupportLimitCall,
  tagOrderCall,
} from '#lib/orders/schema.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'
import { markPayoutDone, settleRefund } from '#lib/refunds/commands/refund.ts'
import { giveGoodwillCall, markPayoutDoneCall, resolveRefundCall } from '#lib/refunds/schema.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(assignOrderCall, ({ caller, params, body }) => giveOrderTo(caller, { orderId: params.id, ...body })),
  serve(correctOrderEmailAsStaffCall, ({ caller, params, body }) =>
    correctEmailForBuyer(caller, { orderId: params.id, ...body }),
  ),
  serve(revealEsimAsStaffCall, ({ caller, params, body }) =>
    revealForBuyer(caller, { orderId: params.id, esimId: params.esimId, ...body }),
  ),
  serve(decideReviewCall, ({ caller, params, body }) =>
    decideReview(caller, { orderId: params.id, itemId: params.itemId, ...body }),
  ),
  serve(giveGoodwillCall, ({ caller, params, body, once }) =>
    giveGoodwill(caller, { orderId: params.id, itemId: params.itemId, ...body, once }),
  ),
  serve(cancelItemCall, ({ caller, params, body }) =>
    requestItemCancellation(caller, { orderId: params.id, itemId: params.itemId, ...body }),
  ),
  serve(resendOrderLinkCall, ({ caller, params, body }) => resendLink(caller, { orderId: params.id, ...body })),
  serve(addOrderNoteCall, ({ caller, params, body }) => noteOrder(caller, { orderId: params.id, ...body })),
  serve(markPayoutDoneCall, ({ caller, params, body }) =>
    markPayoutDone(caller, { orderId: params.id, payoutId: params.payoutId, ...body }),
  ),
  serve(resolveRefundCall, ({ caller, params, body }) =>
    settleRefund(caller, { orderId: params.id, refundId: params.refundId, ...body }),
  ),
  serve(closeCancellationCall, ({ caller, params, body }) =>
    closeCancellation(caller, { orderId: params.id, cancellationId: params.cancellationId, ...body }),
  ),
  serve(declineApprovalCall, ({ caller, params, body }) =>
    declineApproval(caller, { orderId: params.id, lookId: params.lookId, ...body }),
  ),
  serve(tagOrderCall, ({ caller, params, body }) => tagOrder(caller, { orderId: params.id, ...body })),
  serve(withdrawAnswerCall, ({ caller, params, body }) => withdrawAnswer(caller, { ...params, ...body })),
  serve(fileAnswerCall, ({ caller, body }) => fileAnswer(caller, body)),
  serve(runBulkActionCall, async ({ caller, body }) => ({ rows: await runBulkAction(caller, body) })),
  serve(checkStaffOrdersCall, ({ caller, body }) => checkStaffOrders(caller, body)),
  serve(setSupportLimitCall, ({ caller, body }) => setSupportLimit(caller, body)),
  serve(placeStaffOrdersCall, ({ caller, body, once }) => placeStaffOrders(caller, { input: body, once })),
  serve(resumeSalesCall, ({ caller, body }) => resumeSalesByStaff(caller, body)),
])
