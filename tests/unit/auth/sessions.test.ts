import { EncryptJWT, SignJWT, UnsecuredJWT } from 'jose'
import { encode } from 'next-auth/jwt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isOwnPath, keepSessionCookie } from '#lib/auth/next-auth.ts'
import { encryptClaims, openClaims, readClaims, staffCookies, toTokenClaims } from '#lib/auth/staff-cookie.ts'
import { forgetEnvironment } from '#lib/core/env.ts'

describe('staff token', () => {
  const SECRET = 'a session secret of a test, long enough'
  const claims = { staffId: 'stf_1', sessionId: 'ses_1', signedInAt: Date.now() }

  beforeEach(() => {
    Object.assign(process.env, { SESSION_SECRET: SECRET, PUBLIC_URL: 'https://shop.example' })
    forgetEnvironment()
  })

  afterEach(() => {
    delete process.env.SESSION_SECRET
    delete process.env.PUBLIC_URL
    forgetEnvironment()
  })

  test('opens what it sealed', async () => {
    expect(await openClaims(await encryptClaims(claims))).toEqual(claims)
  })

  test('refuses a token that is signed instead of encrypted, or not protected at all', async () => {
    const content = toTokenClaims(claims)
    const none = new UnsecuredJWT(content).setExpirationTime('1h').encode()
    const signed = await new SignJWT(content)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(SECRET))

    expect(await openClaims(none)).toBeNull()
    expect(await openClaims(signed)).toBeNull()
  })

  test('refuses a token under another key', async () => {
    const foreign = await encode({
      token: toTokenClaims(claims),
      secret: 'another secret, also long enough',
      maxAge: 600,
    })
    const raw = await new EncryptJWT(toTokenClaims(claims))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(new Uint8Array(32))

    expect(await openClaims(foreign)).toBeNull()
    expect(await openClaims(raw)).toBeNull()
  })

  test('refuses a token of another store under the same key', async () => {
    const foreign = { ...toTokenClaims(claims), aud: 'https://other.example' }

    expect(await openClaims(await encode({ token: foreign, secret: SECRET, maxAge: 600 }))).toBeNull()
  })

  test('refuses a token without its session, so that none escapes its end', async () => {
    const { sid: _, ...incomplete } = toTokenClaims(claims)

    expect(await openClaims(await encode({ token: incomplete, secret: SECRET, maxAge: 600 }))).toBeNull()
  })

  test('ends after half an hour without a sign of life', async () => {
    const idle = await encode({ token: toTokenClaims(claims), secret: SECRET, maxAge: -60 })

    expect(await openClaims(idle)).toBeNull()
  })

  test('is not taken away by a mere read: what was set meanwhile would go with it', () => {
    const { sessionToken, csrfToken } = staffCookies()
    const headers = new Headers()
    headers.append('set-cookie', `${csrfToken.name}=token; Path=/; Secure`)
    headers.append('set-cookie', `${sessionToken.name}=; Path=/; Max-Age=0; Secure`)
    headers.append('set-cookie', `${sessionToken.name}.0=; Path=/; Max-Age=0; Secure`)
    const renewed = new Headers({ 'set-cookie': `${sessionToken.name}=sealed; Path=/; Secure` })

    expect(keepSessionCookie(new Response(null, { headers })).headers.getSetCookie()).toEqual([
      `${csrfToken.name}=token; Path=/; Secure`,
    ])
    expect(keepSessionCookie(new Response(null, { headers: renewed })).headers.getSetCookie()).toHaveLength(1)
  })

  test('ends twelve hours after signing in, however busy', () => {
    const hour = 3_600_000
    const content = toTokenClaims(claims)

    expect(readClaims(content, claims.signedInAt + 11.9 * hour)).not.toBeNull()
    expect(readClaims(content, claims.signedInAt + 12.1 * hour)).toBeNull()
  })
})

test.each(['/admin', '/admin/orders', '/admin/orders?tab=open&from=2027-03-01', '/admin/orders/ord_0B8K'])(
  'leads back to %s after signing in',
  (path) => {
    expect(isOwnPath(path)).toBe(true)
  },
)

test.each([
  'https://evil.example',
  '//evil.example/admin',
  '/\\evil.example',
  '/admin/..//evil.example?x=//',
  '/administrator',
  '/checkout/x',
  '/admin\n//evil.example',
  'javascript:alert(1)',
])('does not lead to %j after signing in', (path) => {
  // A path that stays below /admin on this host is harmless, whatever dots are in it.
  const target = new URL(isOwnPath(path) ? path : '/admin', 'https://shop.example')

  expect(target.host).toBe('shop.example')
  expect(isOwnPath(path) && !path.startsWith('/admin/')).toBe(false)
})

test('names no cookie so that it begins like the one of the session', () => {
  const { sessionToken, ...others } = staffCookies()

  expect(Object.values(others).filter(({ name }) => name.startsWith(sessionToken.name))).toEqual([])
})
