import 'server-only'
import { cookies } from 'next/headers'
import { env } from '#lib/core/env.ts'
import type { ShareGrant } from '#lib/core/rules/caller.ts'
import { cookieNameAt, secretCookie } from '#lib/core/rules/own-cookie.ts'
import { listSharedEsims } from '#lib/esims/repository/shares.ts'

const SESSION_SECONDS = 30 * 24 * 60 * 60
// A family or a small group; the cookie stays short.
const MOST_SHARES = 8
const BETWEEN = '.'

const COOKIE = 'share'

/**
 * The `Set-Cookie` value that lets a browser see one more eSIM, beside those it was given before; the oldest go first when
 * they are many. Scripts cannot read it.
 */
export async function shareCookie(token: string): Promise<string> {
  const [added, ...before] = await heldShares([token, ...(await tokensHere())])
  // Whoever types a PIN again holds one session of the share, not two.
  const others = before.filter(({ shareId }) => shareId !== added?.shareId).map((held) => held.token)
  const tokens = [token, ...others].slice(0, MOST_SHARES).join(BETWEEN)

  return secretCookie(env.PUBLIC_URL, COOKIE, tokens, SESSION_SECONDS)
}

/** The shares whose PINs were typed in this browser. The rows are read with every request. */
export async function currentShares(): Promise<(ShareGrant & { sessionId: string })[]> {
  return heldShares(await tokensHere())
}

async function tokensHere(): Promise<string[]> {
  const text = (await cookies()).get(cookieNameAt(env.PUBLIC_URL, COOKIE))?.value ?? ''

  return text
    .split(BETWEEN)
    .filter((token) => token !== '' && token.length <= 100)
    .slice(0, MOST_SHARES)
}

async function heldShares(tokens: string[]) {
  const sessions = tokens.length > 0 ? await listSharedEsims(tokens) : []

  return sessions.map(({ token, id, share }) => ({ token, sessionId: id, shareId: share.id, esimId: share.esimId }))
}
