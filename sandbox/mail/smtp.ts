import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'

export type Smtp = {
  port: number
  /** The next `times` mails are answered with this code instead of being kept. */
  refuse(code: number, times: number): void
  forgive(): void
  close: () => Promise<void>
}

type Options = { mailbox: Mailbox; host: string; port: number }

const MAX_BYTES = 10 * 1_024 * 1_024

export async function startSmtp({ mailbox, host, port }: Options): Promise<Smtp> {
  let refusals = { code: 451, times: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MAX_BYTES,
    logger: false,
    // Any login is right: this server has no secret to keep.
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(refusal(552))
        if (refusals.times > 0) {
          refusals = { ...refusals, times: refusals.times - 1 }

          return done(refusal(refusals.code))
        }
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        mailbox.keep({ from: mailFrom === false ? '' : mailFrom.address, to }, Buffer.concat(chunks))
        done()
      })
    },
  })
  // A client that hangs up is no fault of the server.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.server.address()

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    refuse: (code, times) => {
      refusals = { code, times }
    },
    forgive: () => {
      refusals = { ...refusals, times: 0 }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(code: number): Error {
  return Object.assign(new Error('Refused on request.'), { responseCode: code })
}
