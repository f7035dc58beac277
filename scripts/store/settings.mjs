import { isIP } from 'node:net'
import path from 'node:path'
import { readRing } from './data-keys.ts'
import { StartError } from './fail.mjs'
import { mailProblems } from './mail-settings.ts'
import { valueProblems } from './setting-values.ts'

const PROVIDER_VARIABLES = ['RESELLER_API_URL', 'RESELLER_API_PHONE', 'RESELLER_API_PASSWORD', 'RESELLER_API_SECRET']
const LIVE_PAYMENTS = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  bank_transfer: ['BANK_TRANSFER_HOLDER', 'BANK_TRANSFER_ACCOUNT'],
}
// The sandbox's own account when nobody sets one.
const SANDBOX_PHONE = '10000000000'
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const isSet = (env, name) => (env[name] ?? '').trim() !== ''
const splitList = (text) => text.split(',').map((part) => part.trim())

/** Reads what the operator set and refuses a combination that must not start. `env` is left alone. */
export function readSettings(env, root) {
  const missing = PROVIDER_VARIABLES.filter((name) => !isSet(env, name))
  const hasProvider = missing.length === 0
  if (!hasProvider && missing.length < PROVIDER_VARIABLES.length) {
    throw new StartError(`The upstream is half set: ${missing.join(', ')} missing. Set all of RESELLER_API_*, or none.`)
  }
  const mode = isSet(env, 'STORE_MODE') ? env.STORE_MODE : hasProvider ? 'live' : 'trial'
  checkMode(env, mode, hasProvider)
  const port = readPort(env.PORT)

  return {
    mode,
    port,
    // Shells and containers export the host's own name under this word; only an address was meant for us.
    hostname: isIP(env.HOSTNAME ?? '') || env.HOSTNAME === 'localhost' ? env.HOSTNAME : '127.0.0.1',
    publicUrl: (isSet(env, 'PUBLIC_URL') ? env.PUBLIC_URL : `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir: path.resolve(root, isSet(env, 'DATA_DIR') ? env.DATA_DIR : 'data'),
    databaseUrl: readDatabaseUrl(env),
    hasProvider,
    hasTestPayments: isSet(env, 'TEST_PAYMENTS_URL'),
    hasMail: isSet(env, 'SMTP_URL'),
  }
}

function checkMode(env, mode, hasProvider) {
  if (mode !== 'trial' && mode !== 'live') {
    throw new StartError(`STORE_MODE is "${mode}": it must be trial or live.`)
  }
  if (mode === 'live' && !hasProvider) throw new StartError(`STORE_MODE=live needs ${PROVIDER_VARIABLES.join(', ')}.`)
  const providerUrl = hasProvider ? parseUrl('RESELLER_API_URL', env.RESELLER_API_URL) : null
  if (mode === 'trial') {
    if (providerUrl && !LOOPBACK.test(providerUrl.hostname)) {
      throw new StartError(`STORE_MODE=trial takes test payments, so RESELLER_API_URL must be a loopback address.`)
    }
    const problems = [...valueProblems(env), ...mailProblems(env)]
    if (problems.length > 0) throw new StartError(problems.join(' '))
    return
  }
  const problems = [
    ...addressProblems(env),
    ...trialProblems(env),
    ...secretProblems(env),
    ...paymentProblems(env),
    ...mailProblems(env),
    ...valueProblems(env),
  ]
  if (problems.length > 0) throw new StartError(toSentences(problems))
}

function toSentences(problems) {
  const lines = problems.map((problem) => `  - ${problem}`)

  return [`A live store does not start like this (${problems.length} to mend):`, ...lines].join('\n')
}

/** Buyers' links, codes and the account's password go over these addresses: none of them in the clear. */
function addressProblems(env) {
  const hosts = { RESELLER_API_URL: env.RESELLER_API_URL, PUBLIC_URL: env.PUBLIC_URL }

  return Object.entries(hosts).flatMap(([name, text]) => {
    if (!isSet(env, name)) return [`${name} is not set: write the address that buyers type, https://shop.example.`]
    const { protocol } = parseUrl(name, text)

    return protocol === 'https:'
      ? []
      : [`${name} is ${protocol}//: a live store needs an address that begins with https://.`]
  })
}

/** What belongs to a trial: the sandbox, test payments, shortened timers. */
function trialProblems(env) {
  const names = [
    'TEST_PAYMENTS_URL',
    'TEST_PAYMENTS_KEY',
    'TEST_PAYMENTS_WEBHOOK_SECRET',
    'TEST_PUSH_URL',
    'TIME_SCALE',
    'STRIPE_API_BASE',
  ]
  const problems = names
    .filter((name) => isSet(env, name))
    .map((name) => `${name} belongs to trial mode: STORE_MODE=live refuses ${name}, unset it.`)
  if (/^(sk|rk)_test_/.test(env.STRIPE_SECRET_KEY ?? '')) {
    problems.push('STRIPE_SECRET_KEY is a test key: a live store needs the one that begins with sk_live_ or rk_live_.')
  }
  if (/^pk_test_/.test(env.STRIPE_PUBLISHABLE_KEY ?? '')) {
    problems.push('STRIPE_PUBLISHABLE_KEY is a test key: a live store needs the one that begins with pk_live_.')
  }
  if (isSet(env, 'PAYMENT_PROVIDERS') && splitList(env.PAYMENT_PROVIDERS).includes('test')) {
    problems.push('PAYMENT_PROVIDERS names test: no money moves there. Name stripe, bank_transfer or both.')
  }
  if (env.RESELLER_API_PHONE === SANDBOX_PHONE || /^sandbox-/.test(env.RESELLER_API_SECRET ?? '')) {
    problems.push("RESELLER_API_* is the sandbox's own account: set the one that the provider gave you.")
  }

  return problems
}

/** What is missing where everybody comes through one proxy, whose address would stand for all of them; `null`: nothing. */
export function proxyProblem({ publicUrl }, env) {
  if (!publicUrl.startsWith('https://') || env.TRUST_PROXY === 'yes') return null

  return (
    'TRUST_PROXY is not yes: behind the proxy that ends TLS all visitors count as one, so limits of one shut out all. ' +
    'Set it where the proxy replaces X-Forwarded-For (docs/operations.md, Behind a proxy)'
  )
}

/** A short secret can be guessed from what it has signed; a key of another length opens nothing. */
function secretProblems(env) {
  const problems = []
  const session = env.SESSION_SECRET ?? ''
  if (!isSet(env, 'SESSION_SECRET')) problems.push('SESSION_SECRET is not set: openssl rand -base64 32 makes one.')
  else if (Buffer.byteLength(session) < 32) {
    problems.push(`SESSION_SECRET has ${Buffer.byteLength(session)} bytes: 32 or more (openssl rand -base64 32).`)
  } else if (new Set(session).size < 8) problems.push('SESSION_SECRET repeats itself: take a random one.')
  if (!isSet(env, 'DATA_KEYS'))
    problems.push('DATA_KEYS is not set: write k1: and what openssl rand -base64 32 prints.')
  else {
    try {
      readRing(env.DATA_KEYS)
    } catch (error) {
      problems.push(error.message)
    }
  }
  if (isSet(env, 'INTERNAL_SECRET') && Buffer.byteLength(env.INTERNAL_SECRET) < 32) {
    problems.push('INTERNAL_SECRET is short: 32 bytes or more, the same in every process.')
  }

  return problems
}

/**
 * A way to pay counts when all of its settings are there and, where `PAYMENT_PROVIDERS` names some, it is among them. One
 * that is half set up closes every checkout, also to those who would pay another way.
 */
function paymentProblems(env) {
  const named = isSet(env, 'PAYMENT_PROVIDERS') ? splitList(env.PAYMENT_PROVIDERS).filter(Boolean) : null
  const ways = Object.entries(LIVE_PAYMENTS).filter(([name]) => named === null || named.includes(name))
  const unknown = (named ?? []).filter((name) => !(name in LIVE_PAYMENTS) && name !== 'test')
  const problems = [
    ...unknown.map((name) => `PAYMENT_PROVIDERS names ${name}: it knows stripe and bank_transfer.`),
    ...keyProblems(env),
  ]
  const isWhole = ([, names]) => names.every((name) => isSet(env, name))
  if (!ways.some(isWhole)) {
    const wanted = (ways.length > 0 ? ways : Object.entries(LIVE_PAYMENTS)).map(([, names]) => names.join(' and '))
    const also = ways.length > 0 ? '' : ', and stripe or bank_transfer in PAYMENT_PROVIDERS'

    return [...problems, `It needs a way to pay: ${wanted.join(', or ')}${also}.`]
  }
  const half = ways.filter((way) => !isWhole(way) && (named !== null || way[1].some((name) => isSet(env, name))))
  const lacking = half.flatMap(([way, names]) =>
    names.filter((name) => !isSet(env, name)).map((name) => `${name} is not set: ${way} needs ${names.join(' and ')}.`),
  )

  return [...problems, ...lacking]
}

/** Keys of Stripe that are none; those for test money are named among what belongs to a trial. */
function keyProblems(env) {
  const kinds = { STRIPE_SECRET_KEY: ['sk', 'rk'], STRIPE_PUBLISHABLE_KEY: ['pk'] }

  return Object.entries(kinds).flatMap(([name, starts]) => {
    const isKey = starts.some((start) => new RegExp(`^${start}_(test|live)_`).test(env[name] ?? ''))

    return !isSet(env, name) || isKey
      ? []
      : [
          `${name} is no key of Stripe for this: it begins with ${starts.map((start) => `${start}_live_`).join(' or ')}.`,
        ]
  })
}

/**
 * The address of the operator's own server with its password in it, or `null`. The password may be set apart, as it is:
 * what `openssl rand -base64` prints has signs that mean something else in an address.
 */
export function readDatabaseUrl(env) {
  if (!isSet(env, 'DATABASE_URL')) return null
  const text = env.DATABASE_URL
  if (!/^postgres(ql)?:/.test(text)) return text
  const isAddress = URL.canParse(text) && !/@/.test(new URL(text).pathname + new URL(text).search + new URL(text).hash)
  if (!isAddress) {
    throw new StartError(
      'DATABASE_URL is not an address: signs such as / or # in its password break it. Leave the password out of it ' +
        '(postgresql://user@host:5432/name) and set it as DATABASE_PASSWORD.',
    )
  }
  if (!isSet(env, 'DATABASE_PASSWORD')) return text
  const url = new URL(text)
  if (url.password)
    throw new StartError('The password stands in DATABASE_URL and in DATABASE_PASSWORD: leave one of them out.')
  url.password = encodeURIComponent(env.DATABASE_PASSWORD)

  return url.href
}

function parseUrl(name, text) {
  if (!URL.canParse(text)) throw new StartError(`${name} is not an address.`)

  return new URL(text)
}

function readPort(text) {
  const port = Number(text || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new StartError(`PORT is "${text}": not a port number.`)

  return port
}
