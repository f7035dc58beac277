const NAMES = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']

/** The abilities of a browser that our pages do without; `payers` are the origins whose frames may ask a wallet for money. */
export function permissionsPolicy(payers: readonly string[] = []): string {
  const allowed = payers.length > 0 ? ['self', ...payers.map((origin) => `"${origin}"`)].join(' ') : ''

  return NAMES.map((name) => `${name}=(${name === 'payment' ? allowed : ''})`).join(', ')
}

/** What a page may load besides the shop's own files, by directive. */
export type PolicySources = Readonly<Record<string, readonly string[]>>

type Directive = [name: string, ...sources: string[]]

export type ContentPolicy = {
  /** Besides its files: the hashes or the nonce of what stands in the page. */
  scripts: readonly string[]
  styles: readonly string[]
  isSecure: boolean
  /** Directives that this kind of page has besides those of all. */
  more?: readonly Directive[]
  sources?: PolicySources
}

/** The content security policy of a page: its own files, the inline parts that are named, and the `sources` of others. */
export function contentPolicy({ scripts, styles, isSecure, more = [], sources = {} }: ContentPolicy): string {
  const own: Directive[] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...scripts],
    ['style-src-elem', "'self'", ...styles],
    ['img-src', "'self'", 'data:'],
    ['font-src', "'self'"],
    ['connect-src', "'self'"],
    ['worker-src', "'self'"],
    ['manifest-src', "'self'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ...(isSecure ? [['upgrade-insecure-requests'] as Directive] : []),
    ['report-uri', '/api/csp-report'],
    ...more,
  ]
  const added = Object.entries(sources).filter(([name]) => !own.some(([known]) => known === name))
  const all = [
    ...own.map(([name, ...known]) => [name, ...withSources(known, sources[name] ?? [])]),
    ...added.map(([name, hosts]) => [name, ...hosts]),
  ]

  return all.map((one) => one.join(' ')).join('; ')
}

/** A browser that finds a hash does not look at the word that allows every style: of both, the word stays. */
function withSources(known: readonly string[], added: readonly string[]): string[] {
  const isFree = added.includes("'unsafe-inline'")

  return [...known.filter((source) => !isFree || !source.startsWith("'sha256-")), ...added]
}
