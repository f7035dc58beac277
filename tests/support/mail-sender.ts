import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { db } from '#lib/core/repository/client.ts'
import { type MailSink, startMailSink } from '#sandbox/mail/server.ts'

export type KeptMail = {
  subject: string
  text: string
  html: string
  pictures: { cid: string; name: string; base64: string }[]
}

/** Starts both, for the store that the environment of this process names, with other settings of mails where given. */
export async function startMailSender(settings: Record<string, string> = {}) {
  const sink: MailSink = await startMailSink()
  const child = spawn('node', ['tests/support/mail-child.ts'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, LOG_LEVEL: 'debug', SMTP_URL: `smtp://${sink.host}:${sink.smtpPort}`, ...settings },
  })
  const items = createInterface({ input: child.stdout })
  let text = ''
  items.on('line', (item) => {
    text += `${item}\n`
    if (item === 'idle') child.emit('idle')
  })
  child.stderr.on('data', (chunk) => {
    text += chunk
  })

  return {
    /** Sends everything that waits; returns what has arrived at an address, oldest first. */
    mailsTo: async (address: string) => {
      // This process has no mail server: what it looked at would wait for one.
      await db().outbox.updateMany({ where: { state: 'DUE' }, data: { nextActionAt: new Date(0) } })
      const isIdle = once(child, 'idle')
      child.stdin.write('go\n')
      await isIdle
      const answer = await fetch(`${sink.url}/_control/mails?to=${encodeURIComponent(address)}`)
      const { mails } = (await answer.json()) as { mails: KeptMail[] }

      return mails.reverse()
    },
    /** The server refuses the next mail. */
    refuseNext: async (code: number) => {
      await fetch(`${sink.url}/_control/refuse?code=${code}`, { method: 'POST' })
    },
    /** What the process wrote, at its most talkative. */
    written: () => text,
    close: async () => {
      const isOver = once(child, 'close')
      child.stdin.end()
      await isOver
      await sink.close()
    },
  }
}

/** A process that sends the mails of this store, and the server that takes them. */
export type MailSender = Awaited<ReturnType<typeof startMailSender>>
