import { describe, expect, test } from 'vitest'
import { isPushAddress, pushTargetSchema, readPushStatus } from '#lib/mail/rules/push.ts'
import { subscribeBrowser } from '#tests/support/push-service.ts'

const STAND_IN = 'http://127.0.0.1:4731'

describe('where the store writes to', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://fcm.googleapis.com/wp/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://db5p.notify.windows.com/w/?token=abc',
  ])('%s is a push service', (address) => {
    expect(isPushAddress(address, null)).toBe(true)
  })

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:word@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.example.com/',
    'https://fcm.googleapis.com@10.0.0.1/',
    'https://FCM.googleapis.com:443/fcm/send/abc',
    ' https://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com\\@10.0.0.1/',
    'https://example.com/#fcm.googleapis.com',
    'https://evilpush.apple.com.example/',
    'https://evil-notify.windows.com/',
    'https://push.apple.com/',
    'https://googleapis.com/',
    'https://storage.googleapis.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:4731/push',
    'ftp://fcm.googleapis.com/',
    'fcm.googleapis.com',
    '',
  ])('%s is none', (address) => {
    expect(isPushAddress(address, null)).toBe(false)
  })

  test('a stand-in is one at its own origin alone', () => {
    expect(isPushAddress(`${STAND_IN}/push/1`, STAND_IN)).toBe(true)
    expect(isPushAddress('http://127.0.0.1:4732/push/1', STAND_IN)).toBe(false)
    expect(isPushAddress('http://127.0.0.1:47310/push/1', STAND_IN)).toBe(false)
    expect(isPushAddress('http://localhost:4731/push/1', STAND_IN)).toBe(false)
    expect(isPushAddress('http://a:b@127.0.0.1:4731/push/1', STAND_IN)).toBe(false)
  })
})

test('what a browser names is a whole subscription and nothing else', () => {
  const { target } = subscribeBrowser({ url: STAND_IN })
  const { endpoint, keys } = target

  expect(pushTargetSchema.parse(target)).toEqual(target)
  for (const wrong of [
    { endpoint },
    { endpoint: '/push', keys },
    { endpoint: `${endpoint}${'a'.repeat(1_000)}`, keys },
    { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } },
    { endpoint, keys: { ...keys, auth: `${keys.auth.slice(1)}=` } },
    { endpoint, keys: { ...keys, more: 'x' } },
    { ...target, expirationTime: null },
  ]) {
    expect(pushTargetSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
})

test('an answer of a push service says whether the browser is gone, and whether to come again', () => {
  const answers = Object.fromEntries(
    [200, 201, 202, 301, 307, 400, 401, 403, 404, 410, 413, 429, 500, 503].map((status) => [
      status,
      readPushStatus(status),
    ]),
  )

  expect(answers).toEqual({
    ...{ 200: 'taken', 201: 'taken', 202: 'taken', 301: 'refused', 307: 'refused', 400: 'refused', 401: 'refused' },
    ...{ 403: 'refused', 404: 'gone', 410: 'gone', 413: 'refused', 429: 'later', 500: 'later', 503: 'later' },
  })
})
