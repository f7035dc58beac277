import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import type { CallFilter } from '#lib/operations/rules/admin-health.ts'
import { listCalls } from '#lib/provider/repository/calls.ts'

const PAGE = 50
const DAY_MS = 86_400_000

/** Reads a page of the calls that a number on the health page stands for, newest first. Throws `forbidden`. */
export async function getCallPage(caller: Caller, filter: CallFilter) {
  requirePermission(caller, 'health.see')
  const { span, endpoint, code, after } = filter
  const now = new Date()
  const since = span === 'today' ? new Date(now.setUTCHours(0, 0, 0, 0)) : new Date(now.getTime() - DAY_MS)
  const [at, id] = after?.split('.', 2) ?? []
  const found = await listCalls({
    ...{ since, endpoint, class: filter.class },
    code: code === null || code === 'none' ? code : Number(code),
    after: at && id ? { at: new Date(Number(at)), id: BigInt(id) } : null,
    limit: PAGE + 1,
  })
  const rows = found.slice(0, PAGE)
  const last = rows.at(-1)

  return {
    rows: rows.map(({ id: key, orderId, number, ...call }) => ({
      ...call,
      id: String(key),
      order: orderId && number ? { id: orderId, number } : null,
    })),
    next: found.length > PAGE && last ? `${last.at.getTime()}.${last.id}` : null,
  }
}

/** A page of calls, newest first; `next` is the place of its last one where there are more. */
export type CallPage = Awaited<ReturnType<typeof getCallPage>>
