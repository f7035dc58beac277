import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions, keepSessionCookie } from '#lib/auth/next-auth.ts'
import { assertOwnOrigin, guarded } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

type Context = { params: Promise<{ nextauth: string[] }> }

/** The sign-in library's own addresses. Its forms carry its token; the origin is asked for as everywhere else. */
async function answer(request: Request, context: { params: Promise<unknown> }): Promise<Response> {
  const failures: unknown[] = []
  try {
    const options = authOptions((error) => failures.push(error))
    const response = await NextAuth(request as NextRequest, context as Context, options)
    if (failures.length > 0) throw failures[0]
    // The library answers 500 to an address or a cookie that it cannot read; that is no failure of ours.
    if (response.status >= 500) throw new AppError('bad_input', 'The sign-in library could not read the request.')

    return response
  } catch (error) {
    // The library parses the body itself, and lets broken JSON through as it was thrown.
    if (error instanceof SyntaxError) throw new AppError('bad_input', 'The body is no JSON.')
    throw error
  }
}

export const GET = guarded(async (request, context) => keepSessionCookie(await answer(request, context)))

export const POST = guarded(async (request, context) => {
  assertOwnOrigin(request)
  const { pathname } = new URL(request.url)
  const response = await answer(request, context)
  if (pathname.endsWith('/signout')) response.headers.set('clear-site-data', '"cache", "storage"')
  response.headers.set('cache-control', 'private, no-store')

  return response
})
