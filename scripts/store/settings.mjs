import { isIP } from 'node:net'
import path from 'node:path'
import { StartError } from './fail.mjs'

const UPSTREAM = ['RESELLER_API_URL', 'RESELLER_API_PHONE', 'RESELLER_API_PASSWORD', 'RESELLER_API_SECRET']
const LIVE_SECRETS = ['SESSION_SECRET', 'DATA_KEYS']
const LIVE_PAYMENTS = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  bank_transfer: ['BANK_TRANSFER_HOLDER', 'BANK_TRANSFER_ACCOUNT'],
}
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const isSet = (env, name) => (env[name] ?? '').trim() !== ''
const splitList = (text) => text.split(',').map((part) => part.trim())

/** Reads what the operator set and refuses a combination that must not start. `env` is left alone. */
export function readSettings(env, root) {
  const missing = UPSTREAM.filter((name) => !isSet(env, name))
  const hasUpstream = missing.length === 0
  if (!hasUpstream && missing.length < UPSTREAM.length) {
    throw new StartError(`The upstream is half set: ${missing.join(', ')} missing. Set all of RESELLER_API_*, or none.`)
  }
  const mode = isSet(env, 'STORE_MODE') ? env.STORE_MODE : hasUpstream ? 'live' : 'trial'
  checkMode(env, mode, hasUpstream)
  const port = readPort(env.PORT)

  return {
    mode,
    port,
    // Shells and containers export the host's own name under this word; only an address was meant for us.
    hostname: isIP(env.HOSTNAME ?? '') || env.HOSTNAME === 'localhost' ? env.HOSTNAME : '127.0.0.1',
    publicUrl: (isSet(env, 'PUBLIC_URL') ? env.PUBLIC_URL : `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir: path.resolve(root, isSet(env, 'DATA_DIR') ? env.DATA_DIR : 'data'),
    databaseUrl: isSet(env, 'DATABASE_URL') ? env.DATABASE_URL : null,
    hasUpstream,
    hasTestPayments: isSet(env, 'TEST_PAYMENTS_URL'),
    hasMail: isSet(env, 'SMTP_URL'),
  }
}

function checkMode(env, mode, hasUpstream) {
  if (mode !== 'trial' && mode !== 'live') {
    throw new StartError(`STORE_MODE is "${mode}": it must be trial or live.`)
  }
  if (mode === 'live' && !hasUpstream) throw new StartError(`STORE_MODE=live needs ${UPSTREAM.join(', ')}.`)
  const upstream = hasUpstream ? parseUrl('RESELLER_API_URL', env.RESELLER_API_URL) : null
  if (mode === 'trial') {
    if (upstream && !LOOPBACK.test(upstream.hostname)) {
      throw new StartError(`STORE_MODE=trial takes test payments, so RESELLER_API_URL must be a loopback address.`)
    }
    return
  }
  if (upstream?.protocol !== 'https:') {
    throw new StartError('STORE_MODE=live needs a RESELLER_API_URL that begins with https://.')
  }
  const forbidden = ['TEST_PAYMENTS_URL', 'TIME_SCALE'].filter((name) => isSet(env, name))
  if (forbidden.length > 0) throw new StartError(`STORE_MODE=live refuses ${forbidden.join(' and ')}: unset it.`)
  const secrets = LIVE_SECRETS.filter((name) => !isSet(env, name))
  if (secrets.length > 0) throw new StartError(`STORE_MODE=live needs ${secrets.join(' and ')} (see .env.example).`)
  checkPayments(env)
}

/** A way to pay counts when all of its settings are there and, where `PAYMENT_PROVIDERS` names some, it is among them. */
function checkPayments(env) {
  const isOffered = (name) => !isSet(env, 'PAYMENT_PROVIDERS') || splitList(env.PAYMENT_PROVIDERS).includes(name)
  const ways = Object.entries(LIVE_PAYMENTS).filter(([name]) => isOffered(name))
  if (ways.some(([, names]) => names.every((name) => isSet(env, name)))) return
  const wanted = (ways.length > 0 ? ways : Object.entries(LIVE_PAYMENTS)).map(([, names]) => names.join(' and '))
  const also = ways.length > 0 ? '' : ', and stripe or bank_transfer in PAYMENT_PROVIDERS'
  throw new StartError(`STORE_MODE=live needs a way to pay: ${wanted.join(', or ')}${also}.`)
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
