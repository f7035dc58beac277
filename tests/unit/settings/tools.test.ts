import { describe, expect, test } from 'vitest'
import { toPublicRoute } from '#lib/content/rules/public-route.ts'
import { toPolicy } from '#lib/server/inline-sheets.ts'
import { toSetting } from '#lib/settings/rules/settings.ts'
import { TOOL_KEYS, type ToolSettings, toolPlace, toolSources, toTools } from '#lib/settings/rules/tools.ts'
import { documentOf, sendStatic, startFront } from '#tests/unit/server/fake-next.ts'

const NONE = Object.fromEntries(TOOL_KEYS.map((key) => [key, null])) as ToolSettings
const ALL: ToolSettings = {
  'tools.plausible': 'shop.example',
  'tools.plausible_host': 'stats.shop.example',
  'tools.matomo_host': 'shop.matomo.cloud',
  'tools.matomo': '7',
  'tools.ga4': 'G-ABC1234567',
  'tools.meta': '1234567890123456',
  'tools.crisp': '01234567-89ab-cdef-0123-456789abcdef',
  'tools.intercom': 'abc12345',
  'tools.intercom_region': 'eu',
  'tools.consent': null,
}
const toolsOf = (some: Partial<ToolSettings>) => toTools({ ...NONE, ...some })

describe('what is typed', () => {
  test.each([
    ['tools.plausible', 'Shop.Example', 'shop.example'],
    ['tools.plausible_host', ' https://stats.shop.example/ ', 'stats.shop.example'],
    ['tools.matomo_host', 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['tools.matomo', ' 12 ', '12'],
    ['tools.ga4', 'G-ABC1234567', 'G-ABC1234567'],
    ['tools.meta', '1234567890123456', '1234567890123456'],
    ['tools.crisp', '01234567-89ab-cdef-0123-456789abcdef', '01234567-89ab-cdef-0123-456789abcdef'],
    ['tools.intercom', 'abc12345', 'abc12345'],
    ['tools.intercom_region', 'au', 'au'],
  ] as const)('%s takes %j', (key, typed, stored) => {
    expect(toSetting(key, typed)).toBe(stored)
  })

  const HOSTS = [
    'http://stats.example',
    'stats.example/matomo',
    'stats.example:8443',
    "stats.example; script-src 'unsafe-inline'",
    'stats.example https://evil.example',
    '*.example.com',
    "'unsafe-eval'",
    'https:',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'user@stats.example',
    'stats..example',
    '-stats.example',
    'stats.example<script>',
    'stats.example\nx',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
    '',
  ]
  test.each([
    ...(['tools.plausible', 'tools.plausible_host', 'tools.matomo_host'] as const).flatMap((key) =>
      HOSTS.map((typed) => [key, typed] as const),
    ),
    ['tools.matomo', '0'],
    ['tools.matomo', '1e3'],
    ['tools.matomo', '1&rec=0'],
    ['tools.ga4', 'UA-12345-1'],
    ['tools.ga4', 'G-abc'],
    ['tools.ga4', "G-ABC1234567');alert(1)//"],
    ['tools.meta', '12345'],
    ['tools.meta', '1234567890123456&ev=Purchase'],
    ['tools.crisp', '0123'],
    ['tools.crisp', '01234567-89ab-cdef-0123-456789abcdeg'],
    ['tools.intercom', '../evil'],
    ['tools.intercom', 'abc'],
    ['tools.intercom_region', 'us.evil'],
    ['tools.consent', 'yes'],
  ] as const)('%s refuses %j', (key, typed) => {
    expect(toSetting(key, typed)).toBeNull()
  })
})

describe('tools', () => {
  test('nothing is on where nothing was entered, nor where half of it was', () => {
    expect(toTools(NONE)).toEqual([])
    expect(toolsOf({ 'tools.matomo': '7', 'tools.consent': true, 'tools.plausible_host': 'a.example' })).toEqual([])
    expect(toolsOf({ 'tools.matomo_host': 'a.example', 'tools.intercom_region': 'eu' })).toEqual([])
  })

  test('those that leave something in a browser always ask; the two that do not ask where the owner says so', () => {
    const asking = (stored: ToolSettings) =>
      toTools(stored)
        .filter(({ asks }) => asks)
        .map(({ name }) => name)

    expect(asking(ALL)).toEqual(['ga4', 'meta', 'crisp', 'intercom'])
    expect(asking({ ...ALL, 'tools.consent': true })).toHaveLength(6)
  })

  test.each([
    ['/', ''],
    ['/de', ''],
    ['/destinations/japan', 'destinations'],
    ['/ar/plans/pln_1', 'plans'],
    ['/legal/privacy', 'legal'],
    ['/o/ord_1', 'o'],
    ['/de/legal/terms', 'legal'],
  ])('%s is a page of %j', (path, place) => {
    expect(toolPlace(path)).toBe(place)
  })

  test.each([
    '/legal/privacy',
    '/de/legal/privacy',
    '/sim-cards',
    '/sim-cards/check',
    '/checkout/chk_1',
    '/o/ord_1',
    '/e/token',
    '/account',
    '/sign-in',
    '/find',
    '/cart',
    '/contact',
    '/admin',
    '/admin/settings/tools',
    '/api/catalogue/search-index/en',
    '/og/en/shop.png',
    '/sitemap.xml',
  ])('none may run at %s', (path) => {
    expect(toolSources(toTools(ALL), path)).toEqual({})
  })

  test('chats, which read addresses themselves, may not run where one says what a visitor chose', () => {
    const chats = toolsOf({ 'tools.crisp': ALL['tools.crisp'], 'tools.intercom': ALL['tools.intercom'] })
    const open = ['/', '/plans/x', '/help', '/guides/x', '/compatibility', '/destinations', '/destinations/japan']

    expect(open.filter((path) => Object.keys(toolSources(chats, path)).length > 0)).toEqual(open.slice(0, 5))
    expect(['/trip', '/compare'].map((path) => toolSources(chats, path))).toEqual([{}, {}])
  })
})

/** What a policy has that another one has not, directive by directive. */
function beyond(policy: string, plain: string): Record<string, string[]> {
  const parse = (text: string) => new Map(text.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ')]))
  const known = parse(plain)

  return Object.fromEntries(
    [...parse(policy)].flatMap(([directive, [, ...sources]]) => {
      const added = sources.filter((source) => !known.get(directive)?.includes(source))

      return added.length > 0 ? [[directive, added]] : []
    }),
  )
}

describe('the policy of a page', () => {
  const inline = { scripts: ["'sha256-a'"], styles: ["'sha256-b'"] }
  const plain = toPolicy(inline, { isSecure: true })
  const policyAt = (some: Partial<ToolSettings>, path: string) =>
    toPolicy(inline, { isSecure: true, sources: toolSources(toolsOf(some), path) })

  test('is the same to the byte where no tool may run', () => {
    expect(policyAt({}, '/')).toBe(plain)
    expect(policyAt(ALL, '/legal/terms')).toBe(plain)
  })

  test.each<[string, Partial<ToolSettings>, Record<string, string[]>]>([
    [
      'Plausible in its cloud',
      { 'tools.plausible': 'shop.example' },
      { 'script-src': ['https://plausible.io'], 'connect-src': ['https://plausible.io'] },
    ],
    [
      'Plausible on a server of its own',
      { 'tools.plausible': 'shop.example', 'tools.plausible_host': 'stats.shop.example' },
      { 'script-src': ['https://stats.shop.example'], 'connect-src': ['https://stats.shop.example'] },
    ],
    [
      'Matomo',
      { 'tools.matomo_host': 'shop.matomo.cloud', 'tools.matomo': '7' },
      {
        'script-src': ['https://shop.matomo.cloud'],
        'connect-src': ['https://shop.matomo.cloud'],
        'img-src': ['https://shop.matomo.cloud'],
      },
    ],
    [
      'Google Analytics',
      { 'tools.ga4': 'G-ABC1234567' },
      {
        'script-src': ['https://www.googletagmanager.com'],
        'connect-src': [
          'https://www.googletagmanager.com',
          'https://*.google-analytics.com',
          'https://*.analytics.google.com',
        ],
        'img-src': [
          'https://www.googletagmanager.com',
          'https://*.google-analytics.com',
          'https://*.analytics.google.com',
        ],
      },
    ],
    ['the Meta Pixel', { 'tools.meta': '1234567890123456' }, { 'img-src': ['https://www.facebook.com'] }],
  ])('has exactly the hosts of %s besides', (_, some, added) => {
    expect(beyond(policyAt(some, '/destinations/japan'), plain)).toEqual(added)
  })

  test('allows inline styles for a chat alone, and then names no hash that would take it back', () => {
    const policy = policyAt({ 'tools.crisp': ALL['tools.crisp'] }, '/help')

    expect(policy).toContain("style-src-elem 'self' https://client.crisp.chat 'unsafe-inline';")
    expect(Object.keys(beyond(policy, plain)).sort()).toEqual(
      ['script', 'connect', 'img', 'font', 'media', 'style-src-elem', 'style-src-attr', 'worker']
        .map((name) => (name.includes('-') ? name : `${name}-src`))
        .sort(),
    )
    expect(policy.split('; ').find((part) => part.startsWith('script-src'))).toBe(
      "script-src 'self' 'sha256-a' https://client.crisp.chat",
    )
  })

  test('has the hosts of the region that Intercom keeps a workspace in, and of no other', () => {
    const europe = policyAt({ 'tools.intercom': 'abc12345', 'tools.intercom_region': 'eu' }, '/')

    expect(europe).toContain('https://api-iam.eu.intercom.io')
    expect(europe).not.toMatch(/api-iam\.intercom\.io|australia|nexus-websocket/)
    expect(policyAt({ 'tools.intercom': 'abc12345' }, '/')).not.toMatch(/\.eu\.|europe|\.au\.|australia/)
  })

  test('lets no tool run whatever it likes, and is a header of bearable length with all of them', () => {
    const policy = policyAt(ALL, '/')
    const script = policy.split('; ').find((part) => part.startsWith('script-src'))

    expect(script).not.toMatch(/unsafe|\*/)
    expect(policy).not.toMatch(/unsafe-eval|http:|(?<!:\/\/)\*/)
    expect(policy.length).toBeLessThanOrEqual(3_000)
  })

  test('of a document alone is longer, not of its payload, a list for programs, or a page that is missing', async () => {
    const { ask } = await startFront((_, response) => sendStatic(response, documentOf('x')), {
      readTools: async () => toTools(ALL),
    })
    const policyOf = async (path: string, headers = {}) =>
      (await ask(path, { headers })).headers.get('content-security-policy') ?? ''

    expect(await policyOf('/destinations/japan')).toContain('https://shop.matomo.cloud')
    expect(await policyOf('/de')).toContain('https://client.crisp.chat')
    for (const policy of [
      await policyOf('/destinations/japan', { rsc: '1' }),
      await policyOf('/legal/privacy'),
      await policyOf('/api/catalogue/search-index/en'),
      await policyOf('/no-such-page'),
      await policyOf('/o/ord_1'),
    ]) {
      expect(policy).not.toContain('https:')
    }
  })
})

test('a page where tools may run is a public page', () => {
  const places = new Set(toTools(ALL).flatMap(({ pages }) => pages))

  expect([...places].filter((place) => place !== 'plans' && !toPublicRoute(`/${place}`, new Set(['de'])))).toEqual([])
  expect(toPublicRoute('/plans/pln_1', new Set())).not.toBeNull()
})
