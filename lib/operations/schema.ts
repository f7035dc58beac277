import { z } from 'zod'
import { defineCall } from '#lib/core/rules/contract.ts'
import { EXPORTED_LISTS } from '#lib/core/rules/lists.ts'
import { RETRIED_QUEUES } from '#lib/operations/rules/admin-audit.ts'

export const exportListCall = defineCall('GET /api/admin/export/[list]', {
  summary: 'A list of the back office as CSV, by the filters of its page. The export is written down.',
  caller: 'staff',
  permission: ['lists.export', 'costs.see', 'staff.manage', 'audit.export'],
  params: z.object({ list: z.enum(EXPORTED_LISTS) }),
  query: z.record(z.string(), z.string()),
  media: 'text/csv',
})

export const retryJobCall = defineCall('POST /api/admin/jobs/retry', {
  summary: 'Has a mail sent again, or a payment asked about, at once.',
  caller: 'staff',
  permission: 'jobs.retry',
  body: z.strictObject({ queue: z.enum(RETRIED_QUEUES), id: z.string().regex(/^\w{1,60}$/) }),
})

export const searchBackofficeCall = defineCall('GET /api/admin/search', {
  summary: 'What a typed number or address finds, a few of each kind.',
  caller: 'staff',
  permission: 'orders.see',
  query: z.object({ q: z.string().trim().default('') }),
  reply: z.object({
    orders: z.array(z.object({ id: z.string(), number: z.string(), email: z.string(), plan: z.string() })),
    esims: z.array(z.object({ id: z.string(), iccid: z.string(), number: z.string() })),
  }),
})
