import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '#lib/auth/next-auth.ts'
import { assertWithinLimit } from '#lib/core/http/rate-limit.ts'
import { assertOwnOrigin, guarded } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

type Context = { params: Promise<{ nextauth: string[] }> }

/** The sign-in library's own addresses. Its forms carry its token; the origin is asked for as everywhere else. */
const answer = async (
  request: Request,
  context: { params: Promise<unknown> },
  refused?: (error: unknown) => void,
): Promise<Response> => {
  try {
    return await NextAuth(request as NextRequest, context as Context, authOptions(refused))
  } catch (error) {
    // The library parses the body itself, and lets broken JSON through as it was thrown.
    if (error instanceof SyntaxError) throw new AppError('bad_input', 'The body is no JSON.')
    throw error
  }
}

// The library answers 500 to an address or a cookie that it cannot read; that is no failure of ours.
function believed(response: Response): Response {
  if (response.status >= 500) throw new AppError('bad_input', 'The sign-in library could not read the request.')

  return response
}

export const GET = guarded(async (request, context) => believed(await answer(request, context)))

export const POST = guarded(async (request, context) => {
  assertOwnOrigin(request)
  const { pathname } = new URL(request.url)
  if (pathname.includes('/callback/')) await assertWithinLimit('signIn', request)
  const refusals: unknown[] = []
  const response = await answer(request, context, (error) => refusals.push(error))
  if (refusals.length > 0) throw refusals[0]
  believed(response)
  if (pathname.endsWith('/signout')) response.headers.set('clear-site-data', '"cache", "storage"')
  response.headers.set('cache-control', 'private, no-store')

  return response
})
