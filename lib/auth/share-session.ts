import 'server-only'
import { cookies } from 'next/headers'
import { findSharedCard } from '#lib/db/shares.ts'
import type { ShareGrant } from '#lib/domain/caller.ts'
import { env } from '#lib/env.ts'

const SESSION_SECONDS = 30 * 24 * 60 * 60

function isHttps(): boolean {
  return new URL(env.PUBLIC_URL).protocol === 'https:'
}

// The prefix makes browsers refuse it from other hosts, paths and plain HTTP.
function cookieName(): string {
  return isHttps() ? '__Host-share' : 'share'
}

/** The `Set-Cookie` value that lets a browser see the one card of a share. Scripts cannot read it. */
export function shareCookie(token: string): string {
  const secure = isHttps() ? '; Secure' : ''

  return `${cookieName()}=${token}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}

/** The share whose PIN was typed in this browser. `null` without one; the row is read with every request. */
export async function currentShare(): Promise<(ShareGrant & { sessionId: string }) | null> {
  const token = (await cookies()).get(cookieName())?.value
  if (!token || token.length > 100) return null
  const session = await findSharedCard(token)

  return session && { sessionId: session.id, shareId: session.share.id, cardId: session.share.cardId }
}
