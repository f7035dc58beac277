import { serve } from '#lib/core/http/route.ts'
import { issueInvoice } from '#lib/finance/commands/issue-invoice.ts'
import { issueInvoiceCall } from '#lib/finance/schema.ts'

export const POST = serve(issueInvoiceCall, ({ caller, params, body }) => issueInvoice(caller, params.id, body))
