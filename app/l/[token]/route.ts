import { cookies } from 'next/headers'
import { z } from 'zod'
import { currentCaller } from '#lib/auth/caller.ts'
import { guestCookie } from '#lib/auth/customer-session.ts'
import { assertWithinLimit, guarded } from '#lib/core/http/route.ts'
import { isLocale } from '#lib/core/i18n/config.ts'
import { privatePath } from '#lib/core/i18n/routing.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { readPreference } from '#lib/core/rules/own-cookie.ts'
import { exchangeLink } from '#lib/orders/commands/find-link.ts'

const paramsSchema = z.object({ token: z.string().regex(/^[\w-]{20,100}$/) })

/** GET /l/[token]: swaps a mailed link for the guest cookie and a clean address. An unknown link leads to /find. */
export const GET = guarded(async (request, context) => {
  await assertWithinLimit('links', request)
  const { data } = paramsSchema.safeParse(await context.params)
  const opened = data && (await exchange(data.token))
  if (!opened) return seeOther('/find?link=unknown')

  const page = `/o/${opened.orderId}`
  const lang = new URL(request.url).searchParams.get('lang') ?? ''
  // A mail tells its language to a browser that has chosen none.
  const isTold = isLocale(lang) && readPreference(await cookies(), 'lang') === undefined
  const reply = seeOther(isTold ? privatePath(lang, page) : page)
  reply.headers.append('set-cookie', guestCookie(opened.guestToken))

  return reply
})

async function exchange(token: string) {
  try {
    const caller = await currentCaller()

    return await exchangeLink(token, caller.kind === 'guest' ? caller.sessionId : null)
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'gone')) return null
    throw error
  }
}

// A relative address: behind a proxy the request's own host may be an inner name.
function seeOther(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  })
}
