import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { setRefundabilityRule } from '#lib/cancellations/commands/set-refundability-rule.ts'
import { requestStaffCancellationCall, setRefundabilityRuleCall } from '#lib/cancellations/schema.ts'
import { hideColumns, noteListExport } from '#lib/core/commands/lists.ts'
import { answering, csvResponse, serve } from '#lib/core/http/route.ts'
import { hideColumnsCall } from '#lib/core/schema.ts'
import { agreeCredit, takeCreditBack } from '#lib/customers/commands/credits.ts'
import { settleMessage } from '#lib/customers/commands/messages.ts'
import { answerMessageCall, resolveCreditCall } from '#lib/customers/schema.ts'
import { readOrderAgain } from '#lib/esims/commands/eligibility.ts'
import { refreshOrderEsimsCall } from '#lib/esims/schema.ts'
import { closeMonth } from '#lib/finance/commands/close-month.ts'
import { bookTransfer, confirmCredit, setProviderFloor } from '#lib/finance/commands/provider-ledger.ts'
import { bookProviderTransferCall, closeMonthCall, confirmProviderCreditCall } from '#lib/finance/schema.ts'
import { retryJob } from '#lib/operations/commands/retry-job.ts'
import { findInPalette } from '#lib/operations/queries/admin-palette.ts'
import { exportedList } from '#lib/operations/queries/list-exports.ts'
import { exportListCall, retryJobCall, searchBackofficeCall } from '#lib/operations/schema.ts'
import { markTransferReceived } from '#lib/payments/commands/mark-transfer-received.ts'
import { markTransferReceivedCall } from '#lib/payments/schema.ts'
import { changePromotion, createPromotion, endPromotion } from '#lib/pricing/commands/promotions/save-promotion.ts'
import { changePromotionCall, createPromotionCall, endPromotionCall } from '#lib/pricing/schema.ts'
import { testConnection } from '#lib/provider/commands/test-connection.ts'
import { testConnectionCall } from '#lib/provider/schema.ts'
import { deleteView, saveView } from '#lib/settings/commands/saved-views.ts'
import { deleteViewCall, saveViewCall } from '#lib/settings/schema.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(refreshOrderEsimsCall, ({ caller, body }) => readOrderAgain(caller, body.orderId)),
  serve(requestStaffCancellationCall, ({ caller, body, once }) => requestCancellation(caller, { ...body, once })),
  serve(hideColumnsCall, ({ caller, body }) => hideColumns(caller, body)),
  serve(testConnectionCall, async ({ caller }) => ({ steps: await testConnection(caller) })),
  serve(resolveCreditCall, async ({ caller, params: { creditId }, body }) => {
    if (body.act === 'agree') return agreeCredit(caller, creditId)
    await takeCreditBack(caller, { creditId, reason: body.reason })

    return { outcome: 'ended' as const }
  }),
  serve(exportListCall, async ({ caller, params: { list }, query }) => {
    const { filter, part, rows } = exportedList(caller, list, query)
    await noteListExport(caller, list, filter)

    return csvResponse(rows, `${part ? `${list}-${part}` : list}-${new Date().toISOString().slice(0, 10)}`)
  }),
  serve(confirmProviderCreditCall, ({ caller, params, body }) =>
    confirmCredit(caller, { id: params.id, ...(body.reason && { reason: body.reason }) }),
  ),
  serve(bookProviderTransferCall, async ({ caller, body }) => {
    if (body.act === 'floor') await setProviderFloor(caller, body)
    else await bookTransfer(caller, { id: body.id, kind: body.act, amount: body.amount })
  }),
  serve(closeMonthCall, ({ caller, params }) => closeMonth(caller, params.id)),
  serve(retryJobCall, ({ caller, body }) => retryJob(caller, body)),
  serve(answerMessageCall, ({ caller, params, body }) => settleMessage(caller, { id: params.id, ...body })),
  serve(markTransferReceivedCall, async ({ caller, params, body }) =>
    markTransferReceived(caller, { paymentId: params.id, ...body }),
  ),
  serve(setRefundabilityRuleCall, ({ caller, body }) => setRefundabilityRule(caller, body)),
  serve(endPromotionCall, ({ caller, params, body }) => endPromotion(caller, { ...params, ...body })),
  serve(changePromotionCall, ({ caller, params, body }) =>
    changePromotion(caller, { ...params, turn: body.turn }, body.form),
  ),
  serve(createPromotionCall, ({ caller, body }) => createPromotion(caller, body.form)),
  serve(searchBackofficeCall, ({ caller, query }) => findInPalette(caller, query.q.slice(0, 254))),
  serve(deleteViewCall, ({ caller, params }) => deleteView(caller, params.id)),
  serve(saveViewCall, ({ caller, body }) => saveView(caller, body)),
])
