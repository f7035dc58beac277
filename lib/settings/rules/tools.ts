import type { PolicySources } from '#lib/core/rules/page-policies.ts'

/** Analytics and chat of others that the owner switches on: what each needs, and where it may run. */
export const TOOL_NAMES = ['plausible', 'matomo', 'ga4', 'meta', 'crisp', 'intercom'] as const
export type ToolName = (typeof TOOL_NAMES)[number]

/** How a tool calls itself, in every language. */
export const TOOL_TITLES: Record<ToolName, string> = {
  plausible: 'Plausible',
  matomo: 'Matomo',
  ga4: 'Google Analytics',
  meta: 'Meta Pixel',
  crisp: 'Crisp',
  intercom: 'Intercom',
}

/** What is typed for each tool, as patterns: an id, or a host that is reached over https. Nothing else is a value. */
export const TOOL_PATTERNS = {
  host: /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
  matomo: /^[1-9]\d{0,8}$/,
  ga4: /^G-[A-Z0-9]{4,16}$/,
  meta: /^[1-9]\d{9,19}$/,
  crisp: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  intercom: /^[a-z0-9]{6,16}$/,
}
export const INTERCOM_REGIONS = ['eu', 'au'] as const

/** The settings of tools by their keys, as they are stored; `null` where nothing is. */
export type ToolSettings = {
  'tools.plausible': string | null
  'tools.plausible_host': string | null
  'tools.matomo_host': string | null
  'tools.matomo': string | null
  'tools.ga4': string | null
  'tools.meta': string | null
  'tools.crisp': string | null
  'tools.intercom': string | null
  'tools.intercom_region': (typeof INTERCOM_REGIONS)[number] | null
  'tools.consent': boolean | null
}

export const TOOL_KEYS = [
  'tools.plausible',
  'tools.plausible_host',
  'tools.matomo_host',
  'tools.matomo',
  'tools.ga4',
  'tools.meta',
  'tools.crisp',
  'tools.intercom',
  'tools.intercom_region',
  'tools.consent',
] as const satisfies readonly (keyof ToolSettings)[]

/** A tool that is switched on. */
export type Tool = {
  name: ToolName
  /** Whether it waits for a visitor's yes. */
  asks: boolean
  /** The first parts of the addresses where it may run, '' for the home page. */
  pages: readonly string[]
  /** Whether it reads the address by itself: it is then started only where that says nothing about the visitor. */
  readsAddress: boolean
  /** How the names of cookies and stored values begin that it leaves: they go when somebody takes a yes back. */
  leaves: readonly string[]
  /** What `public/shop-tools.js` starts it with. */
  start: Readonly<Record<string, string>>
  sources: PolicySources
}

/** Pages that show what is sold and explain it. None is about a person, and none has one in its address. */
const MEASURED = ['', 'destinations', 'plans', 'trip', 'compare', 'compatibility', 'help', 'guides']
/** Those of them whose address stays as it is, whatever somebody chooses there. */
const UNCHANGED = ['', 'plans', 'compatibility', 'help', 'guides']

const INLINE = "'unsafe-inline'"
export const PLAUSIBLE_CLOUD = 'plausible.io'

/** Reads which tools are switched on. A tool that lacks one of its values is off. */
export function toTools(stored: ToolSettings): Tool[] {
  const asksAlways = stored['tools.consent'] === true
  const {
    'tools.plausible': site,
    'tools.matomo_host': matomo,
    'tools.matomo': matomoSite,
    'tools.ga4': ga4,
    'tools.meta': meta,
    'tools.crisp': crisp,
    'tools.intercom': intercom,
  } = stored

  return [
    ...(site ? [plausible(site, stored['tools.plausible_host'] ?? PLAUSIBLE_CLOUD, asksAlways)] : []),
    ...(matomo && matomoSite ? [matomoAt(matomo, matomoSite, asksAlways)] : []),
    ...(ga4 ? [googleAnalytics(ga4)] : []),
    ...(meta ? [metaPixel(meta)] : []),
    ...(crisp ? [crispChat(crisp)] : []),
    ...(intercom ? [intercomChat(intercom, stored['tools.intercom_region'] ?? 'us')] : []),
  ]
}

/** The part of an address that decides which tools may run: its first one behind the language. */
export function toolPlace(path: string): string {
  return /^(?:\/[a-z]{2}(?=\/|$))?\/?([^/]*)/.exec(path)?.[1] ?? ''
}

/** What the policy of a page allows for the tools that may run there. Nothing where none may. */
export function toolSources(tools: readonly Tool[], path: string): PolicySources {
  const place = toolPlace(path)
  const all: Record<string, string[]> = {}
  for (const { pages, sources } of tools) {
    if (!pages.includes(place)) continue
    for (const [directive, added] of Object.entries(sources)) {
      all[directive] = [...new Set([...(all[directive] ?? []), ...added])]
    }
  }

  return all
}

const isMeasured = { pages: MEASURED, readsAddress: false }
const isChat = { asks: true, pages: UNCHANGED, readsAddress: true }

/** Without cookies, and told each address: the script named `manual` reads none. */
function plausible(site: string, host: string, asks: boolean): Tool {
  const origin = `https://${host}`

  return {
    ...{ name: 'plausible', asks, ...isMeasured, leaves: [] },
    start: { src: `${origin}/js/script.manual.js`, site },
    sources: { 'script-src': [origin], 'connect-src': [origin] },
  }
}

/** Always without cookies and without features of the browser, which is what needs no consent. */
function matomoAt(host: string, site: string, asks: boolean): Tool {
  const origin = `https://${host}`

  return {
    ...{ name: 'matomo', asks, ...isMeasured, leaves: [] },
    start: { src: `${origin}/matomo.js`, to: `${origin}/matomo.php`, site },
    sources: { 'script-src': [origin], 'connect-src': [origin], 'img-src': [origin] },
  }
}

/** Regional servers have names that Google does not list: it asks for all below its two domains. */
function googleAnalytics(id: string): Tool {
  const tags = 'https://www.googletagmanager.com'
  const servers = ['https://*.google-analytics.com', 'https://*.analytics.google.com']

  return {
    ...{ name: 'ga4', asks: true, ...isMeasured, leaves: ['_ga'] },
    start: { src: `${tags}/gtag/js?id=${id}`, id },
    sources: { 'script-src': [tags], 'connect-src': [tags, ...servers], 'img-src': [tags, ...servers] },
  }
}

/** As a picture, not as its script: that one reads the whole address and cannot be told another. */
function metaPixel(id: string): Tool {
  return {
    ...{ name: 'meta', asks: true, ...isMeasured, leaves: [] },
    start: { to: 'https://www.facebook.com/tr/', id },
    sources: { 'img-src': ['https://www.facebook.com'] },
  }
}

/** By https://docs.crisp.chat/guides/others/whitelisting-our-systems/crisp-domain-names */
function crispChat(id: string): Tool {
  const client = 'https://client.crisp.chat'
  const files = 'https://storage.crisp.chat'

  return {
    ...{ name: 'crisp', ...isChat, leaves: ['crisp-client'] },
    start: { src: `${client}/l.js`, id },
    sources: {
      'script-src': [client],
      'connect-src': [client, files, 'wss://client.relay.crisp.chat', 'wss://client.relay.rescue.crisp.chat'],
      'img-src': [client, files, 'https://image.crisp.chat'],
      'font-src': [client],
      'media-src': [client],
      'style-src-elem': [client, INLINE],
      'style-src-attr': [INLINE],
      'worker-src': ['blob:'],
    },
  }
}

/** By https://www.intercom.com/help/en/articles/3894-using-intercom-with-content-security-policy */
function intercomChat(id: string, region: 'us' | (typeof INTERCOM_REGIONS)[number]): Tool {
  const { part, sockets } = INTERCOM[region]
  const api = `https://api-iam.${part}intercom.io`
  const files = ['https://js.intercomcdn.com', `https://downloads.${part}intercomcdn.com`]
  const uploads = `https://uploads.${part}intercomcdn.com`

  return {
    ...{ name: 'intercom', ...isChat, leaves: ['intercom'] },
    start: { src: `https://widget.intercom.io/widget/${id}`, api, id },
    sources: {
      'script-src': ['https://widget.intercom.io', 'https://js.intercomcdn.com', 'https://app.intercom.io'],
      'connect-src': [
        'https://via.intercom.io',
        `https://api.${part}intercom.io`,
        api,
        ...sockets.flatMap((host) => [`https://${host}`, `wss://${host}`]),
        'https://*.intercom-messenger.com',
        'wss://*.intercom-messenger.com',
        uploads,
        'https://uploads.intercomusercontent.com',
      ],
      'img-src': [
        'blob:',
        ...files,
        uploads,
        'https://static.intercomassets.com',
        'https://uploads.intercomusercontent.com',
        'https://gifs.intercomcdn.com',
        'https://messenger-apps.intercom.io',
      ],
      'frame-src': ['https://intercom-sheets.com', 'https://www.intercom-reporting.com'],
      'font-src': ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
      'media-src': files,
      'style-src-elem': [INLINE],
      'style-src-attr': [INLINE],
    },
  }
}

/** Where Intercom keeps the data of a workspace: the part of its hosts' names, and its sockets. */
const INTERCOM = {
  us: { part: '', sockets: ['nexus-websocket-a.intercom.io', 'nexus-websocket-b.intercom.io'] },
  eu: { part: 'eu.', sockets: ['nexus-europe-websocket.intercom.io'] },
  au: { part: 'au.', sockets: ['nexus-australia-websocket.intercom.io'] },
}
