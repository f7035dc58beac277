import { requireLoopback } from '../local-only.ts'
import { openMailbox } from './mailbox.ts'
import { startSmtp } from './smtp.ts'
import { startWeb } from './web.ts'

export type MailSinkOptions = {
  /** 0 takes any free port, here and below. */
  smtpPort?: number
  webPort?: number
  host?: string
  /** Keeps mails in this directory; in memory without it. */
  dataDir?: string
}

export type MailSink = { host: string; smtpPort: number; url: string; close: () => Promise<void> }

/** Starts the mail sink and says where it listens. */
export async function startMailSink(options: MailSinkOptions = {}): Promise<MailSink> {
  if (process.env.STORE_MODE === 'live') throw new Error('The test mail server does not run with STORE_MODE=live.')

  const host = options.host ?? '127.0.0.1'
  requireLoopback(host)
  const mailbox = openMailbox(options.dataDir ?? null)
  const smtp = await startSmtp({ mailbox, host, port: options.smtpPort ?? 0 })
  const web = await startWeb({ mailbox, smtp, host, port: options.webPort ?? 0 }).catch(async (error) => {
    await smtp.close()
    throw error
  })

  return {
    host,
    smtpPort: smtp.port,
    url: web.url,
    close: async () => {
      await Promise.all([smtp.close(), web.close()])
    },
  }
}
