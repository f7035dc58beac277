import { z } from 'zod'
import { read } from '#lib/core/http/route.ts'
import { findInPalette } from '#lib/operations/queries/admin-palette.ts'

const found = z.object({
  orders: z.array(z.object({ id: z.string(), number: z.string(), email: z.string(), plan: z.string() })),
  cards: z.array(z.object({ id: z.string(), iccid: z.string(), number: z.string() })),
})

/** GET /api/admin/search: what a typed number or address finds, a few of each kind. */
export const GET = read({ caller: 'staff', params: z.object({}), reply: found }, ({ caller, request }) => {
  const text = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 254)

  return findInPalette(caller, text)
})
