import type { requestSalesNoticeCall } from '#lib/checkout/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'

/** Asks for one mail when payments are taken again. `isOpen`: they are already, and no mail will come. */
export function requestSalesNote(body: { email: string; locale: string }) {
  return call<typeof requestSalesNoticeCall>('POST /api/sales-notes', {
    body: body as RequestOf<typeof requestSalesNoticeCall>['body'],
  })
}
