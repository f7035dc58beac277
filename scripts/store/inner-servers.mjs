import path from 'node:path'

/**
 * The servers that stand in for the outside world in a trial store: which of them this store needs, with their own
 * environment, and what the store itself has to be told about them.
 */
export function innerServers({ settings, secrets, ports, root }) {
  if (settings.mode === 'live') return { servers: [], env: {} }
  const all = [
    !settings.hasUpstream && upstream(secrets, ports),
    !settings.hasTestPayments && payments(settings, secrets, ports),
    !settings.hasMail && mail(ports),
  ]
  const servers = all.filter(Boolean).map(({ own, ...server }) => ({
    ...server,
    program: path.join(root, 'sandbox', server.folder, 'main.ts'),
    logFile: path.join(settings.dataDir, 'logs', `${server.folder}.log`),
    own: { HOST: '127.0.0.1', DATA_DIR: path.join(settings.dataDir, 'sandbox', server.folder), ...own },
  }))

  return {
    servers,
    env: Object.assign({}, ...servers.map(({ told }) => told)),
  }
}

export const INNER_PORTS = ['upstream', 'payments', 'smtp', 'mail']

function upstream(secrets, ports) {
  const account = {
    RESELLER_API_PHONE: '13800000000',
    RESELLER_API_PASSWORD: secrets.RESELLER_API_PASSWORD,
    RESELLER_API_SECRET: secrets.RESELLER_API_SECRET,
  }
  const url = `http://127.0.0.1:${ports.upstream}`

  return {
    name: 'sandbox upstream',
    folder: 'upstream',
    port: ports.upstream,
    own: {
      PORT: String(ports.upstream),
      SANDBOX_PHONE: account.RESELLER_API_PHONE,
      SANDBOX_PASSWORD: account.RESELLER_API_PASSWORD,
      SANDBOX_SECRET: account.RESELLER_API_SECRET,
      // Physical cards in somebody's hands, so that a plan can be put on one.
      SANDBOX_COUNTER_CARDS: '2',
    },
    told: { RESELLER_API_URL: url, RESELLER_API_HTTP_URL: url, ...account },
  }
}

function payments(settings, secrets, ports) {
  const keys = {
    TEST_PAYMENTS_KEY: secrets.TEST_PAYMENTS_KEY,
    TEST_PAYMENTS_WEBHOOK_SECRET: secrets.TEST_PAYMENTS_WEBHOOK_SECRET,
  }

  return {
    name: 'test payments',
    folder: 'payments',
    port: ports.payments,
    own: {
      PORT: String(ports.payments),
      WEBHOOK_URL: `http://127.0.0.1:${settings.port}/api/webhooks/test-payments`,
      ...keys,
    },
    told: { TEST_PAYMENTS_URL: `http://127.0.0.1:${ports.payments}`, ...keys },
  }
}

function mail(ports) {
  return {
    name: 'mail catcher',
    folder: 'mail',
    port: ports.mail,
    own: { PORT: String(ports.mail), SMTP_PORT: String(ports.smtp) },
    told: { SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`, MAIL_VIEW_URL: `http://127.0.0.1:${ports.mail}` },
  }
}
