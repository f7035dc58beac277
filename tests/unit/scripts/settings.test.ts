import { parse } from 'pg-connection-string'
import { expect, test } from 'vitest'
import { StartError } from '#scripts/store/fail.mjs'
import { proxyProblem, readSettings } from '#scripts/store/settings.mjs'

const PROVIDER_VARIABLES = { RESELLER_API_PHONE: '1', RESELLER_API_PASSWORD: '2', RESELLER_API_SECRET: '3' }
const BANK = { BANK_TRANSFER_HOLDER: 'Landfall Ltd', BANK_TRANSFER_ACCOUNT: 'DE00 1234' }
const STRIPE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'wh' }
const KEY = Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64')
const UNPAYABLE = {
  ...PROVIDER_VARIABLES,
  RESELLER_API_URL: 'https://api.example',
  PUBLIC_URL: 'https://shop.example',
  SESSION_SECRET: KEY,
  DATA_KEYS: `k1:${KEY}`,
}
const LIVE = { ...UNPAYABLE, ...BANK }
const settings = (env: Record<string, string>) => readSettings(env, '/store')

test('runs in trial mode on port 3000 of this machine when nothing is set', () => {
  expect(settings({})).toMatchObject({
    mode: 'trial',
    port: 3000,
    hostname: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: '/store/data',
    databaseUrl: null,
    hasProvider: false,
  })
})

test('is live when an upstream is set', () => {
  expect(settings(LIVE).mode).toBe('live')
})

test.each([
  ['bank transfer', BANK],
  ['Stripe', STRIPE],
  ['the one that PAYMENT_PROVIDERS names', { ...BANK, ...STRIPE, PAYMENT_PROVIDERS: 'stripe' }],
])('goes live with %s as the way to pay', (_, payments) => {
  expect(settings({ ...UNPAYABLE, ...payments }).mode).toBe('live')
})

test('a trial may point at a stand-in on this machine', () => {
  const env = { ...PROVIDER_VARIABLES, RESELLER_API_URL: 'http://127.0.0.1:4900', STORE_MODE: 'trial' }

  expect(settings(env)).toMatchObject({ mode: 'trial', hasProvider: true })
})

test('an empty value counts as absent', () => {
  expect(settings({ RESELLER_API_URL: '', PORT: '', STORE_MODE: ' ' }).mode).toBe('trial')
})

test("takes an address to listen on, but not the host's own name that a shell exports", () => {
  expect(settings({ HOSTNAME: '0.0.0.0' }).hostname).toBe('0.0.0.0')
  expect(settings({ HOSTNAME: 'web-1' }).hostname).toBe('127.0.0.1')
})

test.each(['ab/c+d=', 'p@ss:word', '100%', '#?&', 'plain'])('reaches the database with the password %s', (password) => {
  const { databaseUrl } = settings({ DATABASE_URL: 'postgresql://landfall@db:5432/shop', DATABASE_PASSWORD: password })

  expect(parse(databaseUrl ?? '')).toMatchObject({
    user: 'landfall',
    password,
    host: 'db',
    port: '5432',
    database: 'shop',
  })
})

test('leaves an address alone that needs no password, or has one', () => {
  for (const url of [
    'postgresql://a:b%2Fc@db/shop',
    'postgresql:///shop?host=/run/postgresql',
    '/run/postgresql shop',
  ]) {
    expect(settings({ DATABASE_URL: url }).databaseUrl).toBe(url)
  }
})

test.each<[string, Record<string, string>, RegExp]>([
  ['a password that breaks its address', { DATABASE_URL: 'postgresql://shop:ab/cd@db:5432/shop' }, /DATABASE_PASSWORD/],
  [
    'one that leaves an address of another host',
    { DATABASE_URL: 'postgresql://shop:12/cd@db/shop' },
    /DATABASE_PASSWORD/,
  ],
  [
    'two passwords',
    { DATABASE_URL: 'postgresql://shop:a@db/shop', DATABASE_PASSWORD: 'b' },
    /in DATABASE_URL and in DATABASE_PASSWORD/,
  ],
  [
    'a half-set upstream',
    { RESELLER_API_URL: 'https://a.example', RESELLER_API_PHONE: '1' },
    /RESELLER_API_PASSWORD, RESELLER_API_SECRET missing/,
  ],
  ['live without an upstream', { STORE_MODE: 'live' }, /needs RESELLER_API_URL/],
  ['live over plain HTTP', { ...LIVE, RESELLER_API_URL: 'http://api.example' }, /https/],
  ['a trial on a foreign upstream', { ...LIVE, STORE_MODE: 'trial' }, /loopback/],
  [
    'a trial on a look-alike of loopback',
    { ...LIVE, STORE_MODE: 'trial', RESELLER_API_URL: 'http://127.0.0.1.evil.example' },
    /loopback/,
  ],
  ['live with a stand-in of push services', { ...LIVE, TEST_PUSH_URL: 'http://127.0.0.1:1' }, /refuses TEST_PUSH_URL/],
  ['live with test payments', { ...LIVE, TEST_PAYMENTS_URL: 'http://127.0.0.1:1' }, /refuses TEST_PAYMENTS_URL/],
  ['live with shortened timers', { ...LIVE, TIME_SCALE: '0.1' }, /refuses TIME_SCALE/],
  ['live without its secrets', { ...LIVE, SESSION_SECRET: '' }, /SESSION_SECRET is not set/],
  ['live without an address', { ...LIVE, PUBLIC_URL: '' }, /PUBLIC_URL is not set/],
  ['live at an address in the clear', { ...LIVE, PUBLIC_URL: 'http://shop.example' }, /PUBLIC_URL is http:/],
  ['live with a short secret', { ...LIVE, SESSION_SECRET: 'x'.repeat(31) }, /SESSION_SECRET has 31 bytes/],
  ['live with a secret of one letter', { ...LIVE, SESSION_SECRET: 'x'.repeat(40) }, /repeats itself/],
  ['live with a short key', { ...LIVE, DATA_KEYS: 'k1:c2hvcnQ=' }, /DATA_KEYS must be id:base64 pairs of 32-byte keys/],
  ['live without keys', { ...LIVE, DATA_KEYS: '' }, /DATA_KEYS is not set/],
  [
    "live with Stripe's test key",
    { ...LIVE, ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1' },
    /STRIPE_SECRET_KEY is a test key/,
  ],
  [
    'live with a test key for browsers',
    { ...LIVE, ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    /STRIPE_PUBLISHABLE_KEY is a test key/,
  ],
  ['live with a stand-in of Stripe', { ...LIVE, STRIPE_API_BASE: 'http://127.0.0.1:1' }, /refuses STRIPE_API_BASE/],
  ['live that also takes test payments', { ...LIVE, PAYMENT_PROVIDERS: 'bank_transfer,test' }, /names test/],
  ["live with the sandbox's account", { ...LIVE, RESELLER_API_PHONE: '10000000000' }, /the sandbox's own account/],
  [
    "live with the sandbox's secret",
    { ...LIVE, RESELLER_API_SECRET: 'sandbox-secret-0001' },
    /the sandbox's own account/,
  ],
  [
    'live without a way to pay',
    UNPAYABLE,
    /needs a way to pay: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or BANK_TRANSFER_HOLDER and BANK_TRANSFER_ACCOUNT\./,
  ],
  ['live with half a way to pay', { ...UNPAYABLE, STRIPE_SECRET_KEY: 'sk_live_1' }, /needs a way to pay/],
  [
    'live with half a way to pay beside a whole one',
    { ...LIVE, STRIPE_SECRET_KEY: 'sk_live_1' },
    /STRIPE_WEBHOOK_SECRET is not set: stripe needs/,
  ],
  [
    'live with half a way to pay that is named',
    { ...LIVE, PAYMENT_PROVIDERS: 'bank_transfer,stripe' },
    /STRIPE_SECRET_KEY is not set/,
  ],
  ['live with a way to pay that nobody knows', { ...LIVE, PAYMENT_PROVIDERS: 'bank_transfer,paypal' }, /names paypal/],
  [
    'live with a key that is none of Stripe',
    { ...LIVE, ...STRIPE, STRIPE_SECRET_KEY: 'whsec_1' },
    /STRIPE_SECRET_KEY is no key of Stripe for this/,
  ],
  [
    'live with a secret key for browsers',
    { ...LIVE, ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'sk_live_1' },
    /STRIPE_PUBLISHABLE_KEY is no key of Stripe for this/,
  ],
  ['live with a currency in small letters', { ...LIVE, STORE_CURRENCY: 'eur' }, /STORE_CURRENCY cannot be read/],
  ['a currency without a known minor unit', { STORE_CURRENCY: 'KZT' }, /STORE_CURRENCY cannot be read: .*currency/],
  ['a value that no process of the store would read', { TRUST_PROXY: 'true' }, /TRUST_PROXY cannot be read.+"yes"/],
  [
    'live with another way to pay than the one named',
    { ...LIVE, PAYMENT_PROVIDERS: 'stripe' },
    /needs a way to pay: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET\./,
  ],
  ['live with test payments as the only way', { ...LIVE, PAYMENT_PROVIDERS: 'test' }, /in PAYMENT_PROVIDERS/],
  ['live with a mail server that is no address', { ...LIVE, SMTP_URL: 'smtp://a:b#c@mail.example' }, /SMTP_URL is not/],
  ['a bare % in the login of the mail server', { SMTP_URL: 'smtp://a:100%@mail.example' }, /write it as %25/],
  ['live with a sender that is no address', { ...LIVE, MAIL_FROM: 'Shop shop@shop.example' }, /MAIL_FROM is not an/],
  ['an unknown mode', { STORE_MODE: 'demo' }, /trial or live/],
  ['a port that is none', { PORT: '70000' }, /not a port number/],
  ['an upstream that is no address', { ...LIVE, RESELLER_API_URL: 'api.example' }, /not an address/],
])('refuses %s in words', (_, env, reason) => {
  expect(() => settings(env)).toThrow(reason)
  expect(() => settings(env)).toThrow(StartError)
})

test('a live store whose proxy is not believed is told what that means', () => {
  const told = (env: Record<string, string>) => proxyProblem(settings({ ...LIVE, ...env }), env)

  expect(told({})).toContain('TRUST_PROXY is not yes')
  expect(told({ TRUST_PROXY: 'no' })).toContain('all visitors count as one')
  expect(told({ TRUST_PROXY: 'yes' })).toBeNull()
  expect(proxyProblem(settings({}), {})).toBeNull()
})

test('names everything that a live store lacks at once', () => {
  const env = {
    ...LIVE,
    PUBLIC_URL: 'http://shop.example',
    SESSION_SECRET: 'short',
    DATA_KEYS: 'k1:x',
    TIME_SCALE: '0.1',
  }

  expect(() => settings(env)).toThrow(
    /4 to mend[\s\S]+PUBLIC_URL[\s\S]+TIME_SCALE[\s\S]+SESSION_SECRET[\s\S]+DATA_KEYS/,
  )
})

test('repeats no secret in what it says', () => {
  const env = { ...LIVE, SESSION_SECRET: 'my-very-own-secret', DATA_KEYS: 'k1:c2VjcmV0', INTERNAL_SECRET: 'inside' }

  expect(() => settings(env)).not.toThrow(/my-very-own|c2VjcmV0|"inside"/)
})
