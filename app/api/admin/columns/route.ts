import { z } from 'zod'
import { hideColumns } from '#lib/core/commands/list-columns.ts'
import { mutation } from '#lib/core/http/route.ts'
import { COLUMN_LISTS } from '#lib/core/rules/list-columns.ts'

/** POST /api/admin/columns: which columns of a list whoever asks does not want to see. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ list: z.enum(COLUMN_LISTS), hidden: z.array(z.string().max(40)).max(20) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await hideColumns(caller, body)

    return {}
  },
)
