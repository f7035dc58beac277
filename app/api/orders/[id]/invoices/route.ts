import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { PROFILE_LENGTHS } from '#lib/customers/rules/profile.ts'
import { issueInvoice } from '#lib/finance/commands/issue-invoice.ts'

/** POST /api/orders/[id]/invoices: an invoice with the data of a company for what was charged. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'returns',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({
      company: z.string().trim().min(1).max(PROFILE_LENGTHS.company),
      taxNumber: z.string().trim().max(PROFILE_LENGTHS.taxNumber),
      postalAddress: z.string().trim().min(1).max(PROFILE_LENGTHS.postalAddress),
    }),
    reply: z.object({ id: z.string() }),
  },
  ({ caller, params, body }) => issueInvoice(caller, params.id, body),
)
