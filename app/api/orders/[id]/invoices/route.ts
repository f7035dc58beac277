import { z } from 'zod'
import { PROFILE_LENGTHS } from '#lib/domain/profile.ts'
import { mutation } from '#lib/http/route.ts'
import { issueInvoice } from '#lib/services/invoices/issue-invoice.ts'

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
