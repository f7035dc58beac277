import { z } from 'zod'
import { defineCall } from '#lib/core/rules/contract.ts'
import { COLUMN_LISTS } from '#lib/core/rules/lists.ts'

export const hideColumnsCall = defineCall('POST /api/admin/columns', {
  summary: 'Which columns of a list whoever asks does not want to see.',
  caller: 'staff',
  permission: 'orders.see',
  body: z.strictObject({ list: z.enum(COLUMN_LISTS), hidden: z.array(z.string().max(40)).max(20) }),
})

export const reachStoreCall = defineCall('GET /api/reach', {
  summary: 'Whether a page would be read now: the store answers, and can look up who asks.',
  caller: 'any',
})
